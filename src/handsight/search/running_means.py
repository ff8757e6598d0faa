"""The mean of whole numbers and its standard error, from sums that are exact."""

from math import sqrt

import numpy as np

from handsight.compiled.jit import Ints


def mean_and_error(numbers: Ints) -> tuple[float, float]:
    """Return the mean of whole numbers and its standard error.

    >>> import numpy as np
    >>> mean_and_error(np.array([1, 2, 3, 2]))
    (2.0, 0.408248290463863)
    """
    wide = numbers.astype(np.int64)  # the square of a short number may be too great for its type
    count, total, squares = len(wide), int(wide.sum()), int((wide**2).sum())
    variance = (count * squares - total * total) / (count * max(1, count - 1))
    return total / count, sqrt(variance / count)
