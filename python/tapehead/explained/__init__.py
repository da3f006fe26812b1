"""The pictures of docs/how-it-works.md, of three of the trained models that come with the program.

episodes        which episodes they are of, as the program traces them     look   colours, sizes, and how they are saved
copy_machine    six pictures of a machine that says a sequence several times
computer        two of a differentiable neural computer                    network   two of a memory network
"""
