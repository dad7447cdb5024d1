"""``python -m dualmem``."""

from dualmem.cli.main import main

if __name__ == "__main__":
    main()
