"""What tapehead.commands.NAME does, `scripts/NAME.py` starts, and `tapehead NAME` where the program has such a command:
each module has main(arguments), which returns an exit status. `start` looks first whether what it imports is there."""
