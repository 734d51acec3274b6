// Units, tiles and places of the matrix core's classes.
#pragma once

#include "triangles/wedge/format.cuh"

namespace cliquestream::wedge {

struct CoreShape {
  u32 first_unit[WedgePolicy::kCoreClasses + 1];  // units of the classes, largest class first
  u32 core_class[WedgePolicy::kCoreClasses];
  u32 tiles[WedgePolicy::kCoreClasses];
  u64 first_row[WedgePolicy::kCoreClasses];   // in the padded row list
  u64 first_word[WedgePolicy::kCoreClasses];  // of the class's bit rows
  u32 classes;
  u32 width;  // columns of the matrix B
};

// From the survey's counts alone.
CoreShape core_shape(const cs_wedge_header& header);

}  // namespace cliquestream::wedge
