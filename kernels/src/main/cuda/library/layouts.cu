// What the compiler makes of the records in the headers, so that callers in other languages can check theirs.
#include <cstddef>

#include "cliquestream_change.h"
#include "cliquestream_cliques.h"
#include "cliquestream_cuda.h"
#include "cliquestream_enumerate.h"
#include "cliquestream_grid.h"
#include "cliquestream_maximal.h"
#include "cliquestream_maximum.h"

namespace {

#define CS_RECORD(record) {#record, "", 0, sizeof(record)}
#define CS_FIELD(record, field) {#record, #field, offsetof(record, field), sizeof(record::field)}

constexpr cs_layout kLayouts[] = {
#include "layouts.inc"  // made by build.sh out of the headers
};

}  // namespace

extern "C" uint64_t cs_layouts(const cs_layout** out) {
  *out = kLayouts;
  return sizeof kLayouts / sizeof *kLayouts;
}
