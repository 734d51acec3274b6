#!/usr/bin/env bash
# Publishes a graph of four names, asks for its largest clique and prints that, with kcat and protoc:
# cliquestream.sh HOST:PORT
set -euo pipefail
broker=$1 graph=from-shell version=$(date +%s%3N) job=shell-$(date +%s%N)
proto="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../proto/src/main/proto" && pwd)"
work=$(mktemp -d)
reader=
trap 'rm -rf "$work"; [ -z "$reader" ] || kill "$reader"' EXIT

# Kafka's murmur2 with the sign bit cleared, modulo the partitions: partition_of ID PARTITIONS.
partition_of() {
  local LC_ALL=C id=$1 h=$((0x9747b28c ^ ${#1})) m=$((0x5bd1e995)) i k
  byte() { printf -v "$1" %d "'${id:$2:1}"; }
  for ((i = 0; i + 4 <= ${#id}; i += 4)); do
    byte a $i; byte b $((i + 1)); byte c $((i + 2)); byte d $((i + 3))
    k=$(((a | b << 8 | c << 16 | d << 24) * m & 0xffffffff))
    h=$(((h * m ^ (k ^ k >> 24) * m) & 0xffffffff))
  done
  for ((k = 0, a = 0; i + a < ${#id}; a++)); do byte b $((i + a)); k=$((k | b << 8 * a)); done
  ((a == 0)) || h=$(((h ^ k) * m & 0xffffffff))
  h=$(((h ^ h >> 13) * m & 0xffffffff))
  echo $((((h ^ h >> 15) & 0x7fffffff) % $2))
}

# CRC-32C of bytes given as numbers.
crc32c() {
  local crc=$((0xffffffff)) byte i
  for byte; do
    crc=$((crc ^ byte))
    for i in 1 2 3 4 5 6 7 8; do crc=$((crc >> 1 ^ (crc & 1) * 0x82f63b78)); done
  done
  echo $((crc ^ 0xffffffff))
}

# send TOPIC PARTITION KEY MESSAGE TEXT: one record of the contract.
send() {
  protoc --proto_path="$proto" --encode="cliquestream.v1.$4" "$proto"/cliquestream/v1/*.proto <<<"$5" >"$work/value"
  kcat -P -q -b "$broker" -t "$1" -p "$2" -k "$3" -X acks=all -H "ce_id=$3-$job" -H ce_source=/example/shell \
    -H "ce_type=cliquestream.v1.$4" -H ce_specversion=1.0 -H "ce_time=$(date -u +%FT%TZ)" \
    -H content-type=application/protobuf "$work/value"
}

partitions() { kcat -L -b "$broker" -t "$1" | sed -n 's/.* with \([0-9]*\) partitions:/\1/p'; }

# The edges 0-1 1-2 2-0 2-3 as little-endian pairs of 32 bits.
bytes=(0 0 0 0 1 0 0 0 1 0 0 0 2 0 0 0 2 0 0 0 0 0 0 0 2 0 0 0 3 0 0 0)
crc=$(crc32c "${bytes[@]}")
payload=$(printf '\\%03o' "${bytes[@]}")
names=(3 97 110 110 3 98 111 98 2 99 121 3 100 97 110) # ann bob cy dan, each with its length before it.
names_crc=$(crc32c "${names[@]}")
named="graph_id: '$graph' version: $version"
partition=$(partition_of $graph "$(partitions graphs.v1)")
send graphs.v1 "$partition" "$graph/$version/header" GraphRecord "header { $named id_width: 4 vertex_bound: 4 edge_count: 4
  encoding: EDGE_ENCODING_PAIRS compression: COMPRESSION_NONE chunk_count: 1 payload_bytes: ${#bytes[@]} payload_crc32c: $crc
  name_count: 4 name_chunk_count: 1 name_bytes: ${#names[@]} name_crc32c: $names_crc }"
send graphs.v1 "$partition" "$graph/$version/names-0" GraphRecord "names { $named sequence: 0 payload: '$(printf '\\%03o' "${names[@]}")'
  uncompressed_bytes: ${#names[@]} crc32c: $names_crc name_count: 4 }"
send graphs.v1 "$partition" "$graph/$version/0" GraphRecord "chunk { $named sequence: 0 payload: '$payload'
  uncompressed_bytes: ${#bytes[@]} crc32c: $crc }"
send graphs.v1 "$partition" "$graph/$version/commit" GraphRecord "commit { $named chunk_count: 1 edge_count: 4 payload_crc32c: $crc }"

# Results of the job come on its own partition, from here on.
results=$(partition_of "$job" "$(partitions results.v1)")
end=$(kcat -Q -b "$broker" -t "results.v1:$results:-1" | sed 's/.* //')
send jobs.v1 "$partition" $graph JobRequest "job_id: '$job' graph_id: '$graph' version { exact: $version } maximum_clique { }"
read_results=(kcat -C -q -u -b "$broker" -t results.v1 -p "$results" -X isolation.level=read_committed)
exec 3< <(exec "${read_results[@]}" -o "$end" -f '%o %k\n')
reader=$!
key=
while [ "$key" != "$job" ]; do read -r -t 60 at key <&3; done
"${read_results[@]}" -o "$at" -c 1 -f %s >"$work/result"
protoc --proto_path="$proto" --decode=cliquestream.v1.ResultRecord "$proto"/cliquestream/v1/*.proto <"$work/result" >"$work/text"
sed -n 's/^    names: "\(.*\)"$/\1/p' "$work/text" | sort | paste -sd ' '
