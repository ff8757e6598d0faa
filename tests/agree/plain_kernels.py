"""The names that generated source takes from `kernels.jit`, as plain Python."""


def compiled(_signature):
    return lambda function: function


def popcount(word) -> int:
    return int(word).bit_count()


def lowest_bit(word) -> int:
    return (int(word) & -int(word)).bit_length() - 1
