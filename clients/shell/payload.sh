# Sourced. Payloads as bytes in numbers, and as protoc's text of them.

# pairs ID… must agree with EDGE_ENCODING_PAIRS of graph.proto: little-endian ids of id_width bytes, here 4, two an edge.
pairs() {
  local id
  for id; do printf '%d %d %d %d ' $((id & 255)) $((id >> 8 & 255)) $((id >> 16 & 255)) $((id >> 24)); done
}

# name_list NAME… must agree with SnapshotNames of graph.proto: before each name the number of its bytes of UTF-8 as a varint.
name_list() {
  local LC_ALL=C name size
  for name; do
    size=${#name} # At most 1,024, so two bytes of a varint hold it.
    ((size < 128)) && printf '%d ' "$size" || printf '%d %d ' $((size & 127 | 128)) $((size >> 7))
    printf %s "$name" | od -v -A n -t u1 | tr '\n' ' '
  done
}

# text_of BYTE… is how protoc's text writes them.
text_of() { printf '\\%03o' "$@"; }
