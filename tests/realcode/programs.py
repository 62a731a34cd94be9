"""Programs as users of NumPy write them: nothing in them was written for a compiler.

The letters say what each one is called with: see judging.py.
"""

# pyright: basic

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

PROGRAMS: dict[str, tuple[Callable[..., Any], str]] = {}


def given(letters: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds a program, and says with what it is called."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS[function.__name__] = (function, letters)
        return function

    return add


# ---- statistics and data -------------------------------------------------------------------------


@given("p")
def standardize(data, axis=0, eps=1e-8):
    data = np.asarray(data)
    mean = np.mean(data, axis=axis, keepdims=True)
    return (data - mean) / (np.std(data, axis=axis, keepdims=True) + eps)


@given("v")
def moving_average(x, window=5):
    total = np.cumsum(np.insert(x, 0, 0.0))
    return (total[window:] - total[:-window]) / window


@given("v")
def exponential_smoothing(x, alpha=0.3):
    out = np.empty_like(x)
    out[0] = x[0]
    for i in range(1, len(x)):
        out[i] = alpha * x[i] + (1 - alpha) * out[i - 1]
    return out


@given("p")
def principal_components(data, count=2):
    centred = data - data.mean(axis=0)
    covariance = np.cov(centred, rowvar=False)
    values, vectors = np.linalg.eigh(covariance)
    order = np.argsort(values)[::-1][:count]
    return np.abs(centred @ vectors[:, order])


@given("pp")
def pairwise_distances(a, b):
    squares = np.sum(a**2, axis=1)[:, None] + np.sum(b**2, axis=1)[None, :] - 2 * a @ b.T
    return np.sqrt(np.maximum(squares, 0))


@given("pp")
def cosine_similarity(a, b):
    a = a / np.linalg.norm(a, axis=1, keepdims=True)
    b = b / np.linalg.norm(b, axis=1, keepdims=True)
    return np.dot(a, b.T)


@given("v")
def robust_z(x):
    x = np.asarray(x, dtype=float)
    median = np.median(x)
    deviation = np.median(np.abs(x - median))
    return 0.6745 * (x - median) / deviation


@given("v")
def bootstrap_interval(x):
    low, high = np.percentile(x, [2.5, 97.5])
    return np.clip(x, low, high).mean()


@given("vv")
def linear_fit(x, y):
    slope = np.sum((x - x.mean()) * (y - y.mean())) / np.sum((x - x.mean()) ** 2)
    return slope, y.mean() - slope * x.mean()


@given("v")
def skewness_and_kurtosis(x):
    m2, m3, m4 = (np.mean((x - x.mean()) ** k) for k in (2, 3, 4))
    return m3 / m2**1.5, m4 / m2**2 - 3


@given("vv")
def rank_correlation(x, y):
    ranks = [np.argsort(np.argsort(z)).astype(float) for z in (x, y)]
    return np.corrcoef(ranks)[0, 1]


@given("vh")
def kernel_density(samples, bandwidth):
    grid = np.linspace(0, 1, 50)
    z = (grid[:, None] - samples[None, :]) / bandwidth
    return np.exp(-0.5 * z**2).sum(axis=1) / (len(samples) * bandwidth * np.sqrt(2 * np.pi))


@given("v")
def entropy(p):
    p = p / p.sum()
    return -np.sum(np.where(p > 0, p * np.log(p), 0))


@given("v")
def drawdown(prices):
    peak = np.maximum.accumulate(prices)
    return ((peak - prices) / peak).max()


# ---- finance and physics -------------------------------------------------------------------------


@given("vvh")
def black_scholes(spot, strike, years, rate=0.05, sigma=0.2):
    from math import sqrt

    def cdf(x):
        return 0.5 * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))

    d1 = (np.log(spot / strike) + (rate + 0.5 * sigma**2) * years) / (sigma * sqrt(years))
    d2 = d1 - sigma * sqrt(years)
    return spot * cdf(d1) - strike * np.exp(-rate * years) * cdf(d2)


@given("vv")
def log_returns_volatility(prices, weights):
    returns = np.diff(np.log(prices))
    return np.sqrt(np.average(returns**2, weights=weights[1:])) * np.sqrt(252)


@given("pp")
def gravity(positions, velocities, dt=0.01, steps=3):
    positions, velocities = positions.copy(), velocities.copy()
    for _ in range(steps):
        gaps = positions[None, :, :] - positions[:, None, :]
        distance = np.sqrt((gaps**2).sum(-1) + 0.01)
        velocities += dt * (gaps / distance[..., None] ** 3).sum(axis=1)
        positions += dt * velocities
    return positions, velocities


@given("m")
def heat(grid, steps=4, rate=0.1):
    u = np.array(grid)
    for _ in range(steps):
        padded = np.pad(u, 1, mode="edge")
        around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        u = u + rate * (around - 4 * u)
    return u


@given("v")
def runge_kutta(state, dt=0.05, steps=3):
    def slope(y):
        return np.roll(y, 1) * (np.roll(y, -1) - np.roll(y, 2)) - y + 8.0

    for _ in range(steps):
        k1 = slope(state)
        k2 = slope(state + dt / 2 * k1)
        k3 = slope(state + dt / 2 * k2)
        k4 = slope(state + dt * k3)
        state = state + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return state


@given("v")
def great_circle(longitudes, radius=6371.0):
    lon = np.radians(longitudes * 90)
    lat = np.deg2rad(np.flip(longitudes) * 45)
    dlon, dlat = np.diff(lon), np.diff(lat)
    a = np.sin(dlat / 2) ** 2 + np.cos(lat[:-1]) * np.cos(lat[1:]) * np.sin(dlon / 2) ** 2
    return radius * 2 * np.arctan2(np.sqrt(a), np.sqrt(1 - a))


@given("m")
def mandelbrot(c, steps=10):
    real, imaginary = 3 * c - 2, 2 * c.T - 1
    x, y, count = np.zeros_like(c), np.zeros_like(c), np.zeros(c.shape, dtype=np.int32)
    for _ in range(steps):
        x, y = x * x - y * y + real, 2 * x * y + imaginary
        inside = x * x + y * y < 4
        count += inside
        x, y = np.where(inside, x, 2.0), np.where(inside, y, 0.0)
    return count, np.hypot(x, y)


@given("vv")
def trapezoid_work(force, path):
    return np.trapezoid(force, np.cumsum(path)), np.gradient(force)


# ---- images and signals --------------------------------------------------------------------------


@given("i")
def grey(image):
    image = np.asanyarray(image)
    if image.ndim != 3:
        raise ValueError("an image has three dimensions")
    return np.dot(image[..., :3], [0.2989, 0.5870, 0.1140])


@given("m")
def sobel(image):
    kernel = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]])
    out = np.zeros((image.shape[0] - 2, image.shape[1] - 2))
    across = out.copy()
    for i in range(3):
        for j in range(3):
            part = image[i : i + out.shape[0], j : j + out.shape[1]]
            out += kernel[i, j] * part
            across += kernel.T[i, j] * part
    return np.hypot(out, across)


@given("i")
def gamma_and_contrast(image, gamma=2.2, low=0.02, high=0.98):
    low, high = np.quantile(image, [low, high])
    return np.clip((image - low) / (high - low), 0, 1) ** (1 / gamma)


@given("m")
def local_mean(image, size=3):
    windows = np.lib.stride_tricks.sliding_window_view(image, (size, size))
    return windows.mean(axis=(-2, -1))


@given("m")
def integral_image(image):
    return np.pad(image.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


@given("v")
def spectrum(signal):
    window = np.hanning(len(signal))
    power = np.abs(np.fft.rfft(signal * window)) ** 2
    return 10 * np.log10(power + 1e-12)


@given("v")
def low_pass(signal, keep=8):
    f = np.fft.rfft(signal)
    f[keep:] = 0
    return np.fft.irfft(f, n=len(signal))


@given("vv")
def smooth(signal, taps):
    return np.convolve(signal, taps[:9] / taps[:9].sum(), mode="same")


@given("i")
def white_balance(image):
    means = image.reshape(-1, 3).mean(axis=0)
    return np.minimum(image * (means.mean() / means), 1.0)


# ---- models --------------------------------------------------------------------------------------


@given("pm")
def softmax_regression(x, weights):
    logits = x @ weights[:3, :]
    logits -= logits.max(axis=1, keepdims=True)
    p = np.exp(logits)
    return p / p.sum(axis=1, keepdims=True)


@given("mm")
def attention(q, k):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    mask = np.tril(np.ones(scores.shape))
    scores = np.where(mask == 0, -np.inf, scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ k


@given("pv")
def gradient_descent(x, y, rate=0.1, steps=5):
    y = y[: x.shape[0]]
    w = np.zeros(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ w))
        w -= rate * x.T @ (p - y) / len(y)
    return w


@given("vm")
def kalman_step(x, a):
    state, p = x[:12], np.eye(12) * 0.5
    state, p = a @ state, a @ p @ a.T + 0.01 * np.eye(12)
    h = np.eye(4, 12)
    s = h @ p @ h.T + 0.1 * np.eye(4)
    gain = p @ h.T @ np.linalg.inv(s)
    return state + gain @ (x[12:16] - h @ state), (np.eye(12) - gain @ h) @ p


@given("vvh")
def gaussian_process(x, y, scale):
    def k(a, b):
        return np.exp(-0.5 * np.subtract.outer(a, b) ** 2 / scale**2)

    factor = np.linalg.cholesky(k(x, x) + 0.1 * np.eye(len(x)))
    alpha = np.linalg.solve(factor.T, np.linalg.solve(factor, y))
    return k(np.linspace(0, 1, 20), x) @ alpha


@given("pv")
def ridge(x, y, penalty=1.0):
    y = y[: len(x)]
    return np.linalg.solve(x.T @ x + penalty * np.identity(x.shape[1]), x.T @ y)


@given("p")
def k_means(points, count=4, steps=3):
    centres, label = points[:count], None
    for _ in range(steps):
        distance = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(-1)
        label = distance.argmin(axis=1)
        member = (label[:, None] == np.arange(count)).astype(points.dtype)
        centres = member.T @ points / np.maximum(member.sum(axis=0), 1)[:, None]
    return centres, label


@given("mm")
def layer_norm_mlp(x, w, eps=1e-5):
    mu, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    h = (x - mu) / np.sqrt(var + eps) @ w
    gelu = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
    return x + gelu @ w.T


@given("vn")
def polynomial_features(x, degree):
    return np.stack([x**k for k in range(degree + 1)], axis=-1)


@given("v")
def one_hot_of_bins(x, bins=4):
    label = np.minimum((x * bins).astype(int), bins - 1)
    return np.eye(bins)[label]
