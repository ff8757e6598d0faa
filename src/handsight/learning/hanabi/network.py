"""Multilayer perceptrons whose hidden layers are computed in bfloat16 on a GPU.

Weights, gradients of weights and outputs are float32. On a GPU two functions with gradients of their own fuse
what PyTorch would do in several passes over memory; they make training about a quarter faster.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import torch
from torch.nn import functional

from handsight.env.hanabi.gpu_games import compiled_on_gpu

Tensor = Any
"""A tensor of PyTorch, whose own types are not worth a minute of checking."""


class Network(torch.nn.Module):
    """A multilayer perceptron with rectified hidden layers."""

    def __init__(self, inputs: int, hidden: Iterable[int], outputs: int, last_gain: float) -> None:
        super().__init__()
        widths = [inputs, *hidden, outputs]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in pairwise(widths))
        for number, layer in enumerate(self.layers):
            gain = last_gain if number == len(self.layers) - 1 else 2**0.5
            torch.nn.init.orthogonal_(layer.weight, gain * 1.5 if number == 0 else gain)  # few bits are set
            torch.nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of every row of inputs."""
        *hidden, last = self.layers
        if not x.is_cuda:
            for layer in hidden:
                x = functional.relu(layer(x))
            return last(x)
        for layer in hidden:
            x = _HiddenLayer.apply(x, layer.weight, layer.bias)
        return _LastLayer.apply(x, last.weight, last.bias)


class _HiddenLayer(torch.autograd.Function):
    """A linear layer and its rectifier."""

    @staticmethod
    def forward(context: Any, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        half = weight.to(x.dtype)
        out = torch._addmm_activation(bias.to(x.dtype), x, half.t())  # noqa: SLF001  # one pass; no public name
        context.save_for_backward(x, half, out)
        return out

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, Tensor, Tensor]:
        x, half, out = context.saved_tensors
        gradient, of_bias = _rectifier_gradient(gradient, out)
        of_x = torch.mm(gradient, half) if context.needs_input_grad[0] else None
        return of_x, torch.mm(gradient.t(), x, out_dtype=torch.float32), of_bias


class _LastLayer(torch.autograd.Function):
    """A linear layer with float32 outputs."""

    @staticmethod
    def forward(context: Any, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        half = weight.to(x.dtype)
        context.save_for_backward(x, half)
        return torch.mm(x, half.t(), out_dtype=torch.float32) + bias

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x, half = context.saved_tensors
        narrow = gradient.to(x.dtype)
        return (
            torch.mm(narrow, half),
            torch.mm(narrow.t(), x, out_dtype=torch.float32),
            gradient.sum(0),
        )


@compiled_on_gpu
def _rectifier_gradient(gradient: Tensor, out: Tensor) -> tuple[Tensor, Tensor]:
    """Return the gradient before the rectifier, and its sum over the rows (the gradient of the bias)."""
    passed = torch.where(out > 0, gradient, torch.zeros_like(gradient))
    return passed, passed.sum(0, dtype=torch.float32)
