"""`python -m unanimity` is the command `unanimity`, so that `python -m pdb -m unanimity run ...` debugs it."""

from unanimity.cli.main import main

if __name__ == "__main__":
    main()
