// Natural numbers of any size, as far as exact clique counts need them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace cliquestream::harness {

class Big {
 public:
  Big(uint64_t value = 0) {
    for (; value != 0; value >>= 32) {
      words_.push_back(static_cast<uint32_t>(value));
    }
  }
  static Big of(uint64_t low, uint64_t high) {
    Big r(low);
    if (high != 0) {
      r.words_.resize(2);
      for (; high != 0; high >>= 32) {
        r.words_.push_back(static_cast<uint32_t>(high));
      }
    }
    return r;
  }
  Big& operator+=(const Big& other) {
    words_.resize(std::max(words_.size(), other.words_.size()) + 1);
    uint64_t carry = 0;
    for (size_t i = 0; i < words_.size(); i++) {
      carry += words_[i] + uint64_t{i < other.words_.size() ? other.words_[i] : 0};
      words_[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    trim();
    return *this;
  }
  Big& operator*=(uint32_t by) {
    uint64_t carry = 0;
    for (uint32_t& word : words_) {
      carry += uint64_t{word} * by;
      word = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    words_.push_back(static_cast<uint32_t>(carry));
    trim();
    return *this;
  }
  Big& operator/=(uint32_t by) {
    uint64_t rest = 0;
    for (size_t i = words_.size(); i-- > 0;) {
      rest = rest << 32 | words_[i];
      words_[i] = static_cast<uint32_t>(rest / by);
      rest %= by;
    }
    trim();
    return *this;
  }
  friend Big operator*(const Big& a, const Big& b) {
    Big r;
    for (size_t i = 0; i < b.words_.size(); i++) {
      Big part = a;
      part *= b.words_[i];
      part.words_.insert(part.words_.begin(), i, 0u);
      part.trim();
      r += part;
    }
    return r;
  }
  friend bool operator==(const Big& a, const Big& b) { return a.words_ == b.words_; }
  friend bool operator!=(const Big& a, const Big& b) { return !(a == b); }

  std::string text() const {
    Big rest = *this;
    std::string digits;
    while (!rest.words_.empty()) {
      uint64_t part = 0;
      for (size_t i = rest.words_.size(); i-- > 0;) {
        part = part << 32 | rest.words_[i];
        rest.words_[i] = static_cast<uint32_t>(part / 1000000000u);
        part %= 1000000000u;
      }
      rest.trim();
      for (int i = 0; i < 9; i++, part /= 10) {
        digits.push_back(static_cast<char>('0' + part % 10));
      }
    }
    while (digits.size() > 1 && digits.back() == '0') {
      digits.pop_back();
    }
    std::reverse(digits.begin(), digits.end());
    return digits.empty() ? "0" : digits;
  }

  // C(n, k).
  static Big choose(uint64_t n, uint64_t k) {
    if (k > n) {
      return Big();
    }
    Big r(1);
    for (uint64_t i = 0; i < std::min(k, n - k); i++) {
      r *= static_cast<uint32_t>(n - i);
      r /= static_cast<uint32_t>(i + 1);
    }
    return r;
  }

 private:
  void trim() {
    while (!words_.empty() && words_.back() == 0) {
      words_.pop_back();
    }
  }
  std::vector<uint32_t> words_;
};

}  // namespace cliquestream::harness
