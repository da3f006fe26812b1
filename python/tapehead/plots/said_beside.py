"""Aligns the model's answer with the target."""


def beside(target, said):
    """[(text, whether it differs)], one per target token: the tokens emitted in its place, by the fewest insertions,
    deletions and replacements (Levenshtein 1966). An omitted token has an empty text; an insertion stands with the
    token before it, at the beginning with the first."""
    rows, columns = len(target) + 1, len(said) + 1
    cost = [[row + column if 0 in (row, column) else 0 for column in range(columns)] for row in range(rows)]
    for row in range(1, rows):
        for column in range(1, columns):
            cost[row][column] = min(cost[row - 1][column - 1] + (target[row - 1] != said[column - 1]),
                                    cost[row - 1][column] + 1, cost[row][column - 1] + 1)
    found = [[[], False] for _ in target]
    row, column = len(target), len(said)
    while row or column:
        here = cost[row][column]
        if row and column and here == cost[row - 1][column - 1] + (target[row - 1] != said[column - 1]):
            row, column = row - 1, column - 1
            found[row][0].insert(0, said[column])
            found[row][1] |= target[row] != said[column]
        elif row and here == cost[row - 1][column] + 1:
            row -= 1
            found[row][1] = True
        else:
            column -= 1
            found[max(row - 1, 0)][0].insert(0, said[column])
            found[max(row - 1, 0)][1] = True
    return [tuple(each) for each in found]
