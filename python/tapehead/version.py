"""The package's version, which is the program's: tests/house/version_test.py holds it to CMakeLists.txt."""
VERSION = "0.1.0"
