#pragma once
// Finds a bAbI task's files in a directory.

#include <string>

namespace tapehead {

/// Paths; empty where there is no such file.
struct BabiFiles {
  std::string train, valid, test;
};

/// The files of task `id` in a directory of the published data: `qa3_NAME_train.txt` as in en, en-10k, hn and shuffled,
/// `qa3_train.txt` as in en-valid, or either with `.PARTIAL.txt` for `.txt`. Throws InputError for a directory that
/// cannot be read, without the task's train file, or with two files that might be the same one.
BabiFiles find_babi_files(const std::string& directory, int id);

/// The file names searched for: `qa3_*_test.txt or qa3_test.txt`.
std::string babi_file_names(int id, const std::string& split);

}  // namespace tapehead
