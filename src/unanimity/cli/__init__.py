"""The command line: words, no modelling. Data to stdout, notes and progress to stderr."""
