# Sourced. crc32c BYTE… (numbers) must agree with RFC 3720's CRC-32C (Castagnoli), of a chunk as carried and of all payloads
# in sequence.
crc32c() {
  local crc=$((0xffffffff)) byte i
  for byte; do
    crc=$((crc ^ byte))
    for i in 1 2 3 4 5 6 7 8; do crc=$((crc >> 1 ^ (crc & 1) * 0x82f63b78)); done
  done
  echo $((crc ^ 0xffffffff))
}
