"""What made source asks of `kernels.compiled`, as plain Python."""


def compiled(_signature):
    return lambda function: function


def popcount(word) -> int:
    return int(word).bit_count()


def lowest(word) -> int:
    return (int(word) & -int(word)).bit_length() - 1
