# The rows of layouts.cu, out of the headers: every record and each of its fields.
{ text = text $0 "\n" }
END {
  while ((begin = index(text, "/*")) > 0) {
    rest = substr(text, begin + 2)
    text = substr(text, 1, begin - 1) substr(rest, index(rest, "*/") + 2)
  }
  gsub(/\[[^]]*\]/, "", text)
  gsub(/[{]/, "{;", text)
  gsub(/[}]/, ";}", text)
  count = split(text, part, ";")
  for (i = 1; i <= count; i++) {
    words = split(part[i], word)
    if (part[i] ~ /typedef struct cs_[a-z0-9_]+ [{]$/) {
      record = word[words - 1]
      printf "CS_RECORD(%s),\n", record
    } else if (part[i] ~ /^[}]/) {
      record = ""
    } else if (record != "" && words > 0) {
      printf "CS_FIELD(%s, %s),\n", record, word[words]
    }
  }
}
