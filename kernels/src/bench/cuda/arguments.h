// The command line of a benchmark: graph files, each FILE.bin or FILE.bin:N with the answer it must give, and NAME=VALUE.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace cliquestream::harness {

struct GraphArgument {
  std::string path;
  uint64_t expect = 0;  // 0: unknown

  // File name without folder and ending.
  std::string name() const {
    const size_t slash = path.rfind('/');
    const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
    return file.substr(0, file.rfind(".bin"));
  }
};

class Arguments {
 public:
  // defaults: every name there is. Throws std::runtime_error for others, and where no file is named.
  Arguments(int argc, char** argv, std::map<std::string, std::string> defaults) : values_(std::move(defaults)) {
    for (int i = 1; i < argc; i++) {
      const std::string argument = argv[i];
      const size_t equals = argument.find('='), colon = argument.rfind(':');
      if (equals != std::string::npos) {
        if (!values_.count(argument.substr(0, equals))) {
          throw std::runtime_error("unknown argument " + argument);
        }
        values_[argument.substr(0, equals)] = argument.substr(equals + 1);
      } else if (colon != std::string::npos) {
        graphs_.push_back({argument.substr(0, colon), std::strtoull(argument.c_str() + colon + 1, nullptr, 10)});
      } else {
        graphs_.push_back({argument, 0});
      }
    }
    if (graphs_.empty()) {
      throw std::runtime_error("no FILE.bin is named");
    }
    for (GraphArgument& graph : graphs_) {
      graph.expect = graph.expect != 0 || !values_.count("expect") ? graph.expect : number("expect");
    }
  }

  const std::vector<GraphArgument>& graphs() const { return graphs_; }
  const std::string& text(const char* name) const { return values_.at(name); }
  uint64_t number(const char* name) const { return std::strtoull(values_.at(name).c_str(), nullptr, 10); }
  uint32_t word(const char* name) const { return static_cast<uint32_t>(number(name)); }
  double real(const char* name) const { return std::strtod(values_.at(name).c_str(), nullptr); }
  // The parts of a list with commas.
  std::vector<std::string> list(const char* name) const {
    std::vector<std::string> parts;
    std::stringstream stream(values_.at(name));
    for (std::string part; std::getline(stream, part, ',');) {
      parts.push_back(part);
    }
    return parts;
  }

 private:
  std::map<std::string, std::string> values_;
  std::vector<GraphArgument> graphs_;
};

}  // namespace cliquestream::harness
