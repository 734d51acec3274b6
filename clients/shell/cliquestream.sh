#!/usr/bin/env bash
# Publishes a graph of four names, asks for its largest clique and prints that, with kcat and protoc:
# cliquestream.sh HOST:PORT
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
for snippet in partitioner checksum payload; do source "$here/$snippet.sh"; done
broker=$1 graph=from-shell version=$(date +%s%3N) job=shell-$(date +%s%N) proto="$here/../../proto/src/main/proto"
work=$(mktemp -d) reader=
trap 'rm -rf "$work"; [ -z "$reader" ] || kill "$reader" 2>/dev/null || true' EXIT

# send TOPIC PARTITION KEY MESSAGE TEXT: one record of the contract.
send() {
  protoc --proto_path="$proto" --encode="cliquestream.v1.$4" "$proto"/cliquestream/v1/*.proto <<<"$5" >"$work/value"
  kcat -P -q -b "$broker" -t "$1" -p "$2" -k "$3" -X acks=all -H "ce_id=$3-$job" -H ce_source=/example/shell \
    -H "ce_type=cliquestream.v1.$4" -H ce_specversion=1.0 -H "ce_time=$(date -u +%FT%TZ)" \
    -H content-type=application/protobuf "$work/value"
}
partitions() { kcat -L -b "$broker" -t "$1" | sed -n 's/.* with \([0-9]*\) partitions:/\1/p'; }

# Vertex 0 is ann, vertex 1 bob; a graph this small is one chunk of edges and one of names.
edges=($(pairs 0 1 1 2 2 0 2 3)) names=($(name_list ann bob cy dan))
crc=$(crc32c "${edges[@]}") names_crc=$(crc32c "${names[@]}")
partition=$(partition_of $graph "$(partitions graphs.v1)") named="graph_id: '$graph' version: $version"
send graphs.v1 "$partition" "$graph/$version/header" GraphRecord "header { $named id_width: 4 vertex_bound: 4 edge_count: 4
  encoding: EDGE_ENCODING_PAIRS compression: COMPRESSION_NONE chunk_count: 1 payload_bytes: ${#edges[@]} payload_crc32c: $crc
  name_count: 4 name_chunk_count: 1 name_bytes: ${#names[@]} name_crc32c: $names_crc }"
send graphs.v1 "$partition" "$graph/$version/names-0" GraphRecord "names { $named sequence: 0
  payload: '$(text_of "${names[@]}")' uncompressed_bytes: ${#names[@]} crc32c: $names_crc name_count: 4 }"
send graphs.v1 "$partition" "$graph/$version/0" GraphRecord "chunk { $named sequence: 0
  payload: '$(text_of "${edges[@]}")' uncompressed_bytes: ${#edges[@]} crc32c: $crc }"
send graphs.v1 "$partition" "$graph/$version/commit" GraphRecord "commit { $named chunk_count: 1 edge_count: 4 payload_crc32c: $crc }"

# Results of the job come on its own partition, from here on.
results=$(partition_of "$job" "$(partitions results.v1)")
end=$(kcat -Q -b "$broker" -t "results.v1:$results:-1" | sed 's/.* //')
send jobs.v1 "$partition" $graph JobRequest "job_id: '$job' graph_id: '$graph' version { exact: $version } maximum_clique { }"
read_results=(kcat -C -q -u -b "$broker" -t results.v1 -p "$results" -X isolation.level=read_committed)
exec 3< <(exec timeout 60 "${read_results[@]}" -o "$end" -f '%o %k\n')
reader=$! key=
while [ "$key" != "$job" ]; do
  read -r at key <&3 || { echo "no result within a minute" >&2; exit 1; }
done
"${read_results[@]}" -o "$at" -c 1 -f %s >"$work/result"
protoc --proto_path="$proto" --decode=cliquestream.v1.ResultRecord "$proto"/cliquestream/v1/*.proto <"$work/result" >"$work/text"
if grep -q '^  failure {' "$work/text"; then cat "$work/text" >&2; exit 1; fi
sed -n 's/^    names: "\(.*\)"$/\1/p' "$work/text" | sort | paste -sd ' '
