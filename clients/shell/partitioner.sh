# Sourced. partition_of ID PARTITIONS must agree with murmur2 of Kafka's Java client: of the graph id on graphs, jobs and
# changes, of the job id elsewhere.
partition_of() {
  local LC_ALL=C id=$1 h=$((0x9747b28c ^ ${#1})) m=$((0x5bd1e995)) i k a b c d
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
