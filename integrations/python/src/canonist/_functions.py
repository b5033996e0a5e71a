"""Functions for one URL, lists, and the series of pandas and polars."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from canonist._filter import Filter
from canonist.tsv import Url

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

_filters: dict[tuple[str, tuple[str, ...]], Filter] = {}
_lock = threading.Lock()


def shared_filter(policy: str = "dedupe", columns: tuple[str, ...] = ("url",)) -> Filter:
    """Returns the filter for this policy and these columns, which all callers in this process share. Do not close it."""
    with _lock:
        found = _filters.get((policy, columns))
        if found is None:
            found = _filters[policy, columns] = Filter(policy, columns)
        return found


def close() -> None:
    """Ends the processes of all functions. The next call starts new ones."""
    with _lock:
        for one in _filters.values():
            one.close()


atexit.register(close)


@overload
def normalize(urls: str | bytes | None, policy: str = "dedupe") -> str | None: ...
@overload
def normalize(urls: pl.Series, policy: str = "dedupe") -> pl.Series: ...
@overload
def normalize(urls: list[Any] | tuple[Any, ...], policy: str = "dedupe") -> list[str | None]: ...
@overload
def normalize(urls: pd.Series, policy: str = "dedupe") -> pd.Series: ...
def normalize(urls: Any, policy: str = "dedupe") -> Any:
    """Returns the normalized URL of each; None for None and for an invalid URL."""
    return _map(urls, lambda values: shared_filter(policy, ("url",)).column(values), "url")


@overload
def key(urls: str | bytes | None, policy: str = "dedupe") -> str | None: ...
@overload
def key(urls: pl.Series, policy: str = "dedupe") -> pl.Series: ...
@overload
def key(urls: list[Any] | tuple[Any, ...], policy: str = "dedupe") -> list[str | None]: ...
@overload
def key(urls: pd.Series, policy: str = "dedupe") -> pd.Series: ...
def key(urls: Any, policy: str = "dedupe") -> Any:
    """Returns the key of each: the SHA-256 of the normalized URL, equal for URLs that the policy considers the same."""
    return _map(urls, lambda values: shared_filter(policy, ("key",)).column(values), "key")


@overload
def host(urls: str | bytes | None, policy: str = "dedupe") -> str | None: ...
@overload
def host(urls: pl.Series, policy: str = "dedupe") -> pl.Series: ...
@overload
def host(urls: list[Any] | tuple[Any, ...], policy: str = "dedupe") -> list[str | None]: ...
@overload
def host(urls: pd.Series, policy: str = "dedupe") -> pd.Series: ...
def host(urls: Any, policy: str = "dedupe") -> Any:
    """Returns the host of each normalized URL, without its port."""
    return _map(urls, lambda values: shared_filter(policy, ("host",)).column(values), "host")


@overload
def error(urls: str | bytes | None, policy: str = "dedupe") -> str | None: ...
@overload
def error(urls: pl.Series, policy: str = "dedupe") -> pl.Series: ...
@overload
def error(urls: list[Any] | tuple[Any, ...], policy: str = "dedupe") -> list[str | None]: ...
@overload
def error(urls: pd.Series, policy: str = "dedupe") -> pd.Series: ...
def error(urls: Any, policy: str = "dedupe") -> Any:
    """Returns why each URL is invalid, as a code; None if it is valid."""
    return _map(urls, lambda values: shared_filter(policy, ("error",)).column(values), "error")


@overload
def same(first: str | bytes | None, second: str | bytes | None, policy: str = "dedupe") -> bool | None: ...
@overload
def same(first: pl.Series, second: pl.Series, policy: str = "dedupe") -> pl.Series: ...
@overload
def same(first: list[Any] | tuple[Any, ...], second: list[Any] | tuple[Any, ...], policy: str = "dedupe") -> list[bool | None]: ...
@overload
def same(first: pd.Series, second: pd.Series, policy: str = "dedupe") -> pd.Series: ...
def same(first: Any, second: Any, policy: str = "dedupe") -> Any:
    """Returns for each row whether the policy considers both URLs the same; None where one of them is invalid."""
    others = _values(second)

    def compare(values: list[Url]) -> list[bool | None]:
        if len(values) != len(others):
            raise ValueError(f"first has {len(values)} URLs, but second has {len(others)}; pass the same number of both")
        urls = shared_filter(policy, ("url",)).column(values + others)
        pairs = zip(urls[: len(values)], urls[len(values) :])
        return [None if one is None or other is None else one == other for one, other in pairs]

    return _map(first, compare, "same")


@overload
def dedupe(urls: pl.Series, policy: str = "dedupe") -> pl.Series: ...
@overload
def dedupe(urls: list[Any] | tuple[Any, ...], policy: str = "dedupe") -> list[str]: ...
@overload
def dedupe(urls: pd.Series, policy: str = "dedupe") -> pd.Series: ...
def dedupe(urls: Any, policy: str = "dedupe") -> Any:
    """Returns the distinct normalized URLs in the order of first appearance, without invalid ones. A pandas series keeps the first index of each."""
    if _module_of(urls) == "pandas":
        return normalize(urls, policy).dropna().drop_duplicates()
    if _module_of(urls) == "polars":
        return normalize(urls, policy).drop_nulls().unique(maintain_order=True)
    return list(dict.fromkeys(url for url in normalize(list(urls), policy) if url is not None))


def _module_of(urls: object) -> str:
    """`pandas` or `polars`, without importing either."""
    return type(urls).__module__.partition(".")[0]


def _values(urls: Any) -> list[Url]:
    if urls is None or isinstance(urls, (str, bytes)):
        return [urls]
    if _module_of(urls) == "pandas":
        # pandas has several kinds of missing values: None, NaN, NA.
        return list(urls.astype(object).where(urls.notna(), None))
    if _module_of(urls) == "polars":
        return list(urls.to_list())
    return list(urls)


def _map(urls: Any, work: Callable[[list[Url]], list[Any]], name: str) -> Any:
    """Returns the results in the shape of the input."""
    results = work(_values(urls))
    if urls is None or isinstance(urls, (str, bytes)):
        return results[0]
    if _module_of(urls) == "pandas":
        import pandas

        return pandas.Series(results, index=urls.index, name=name, dtype=object)
    if _module_of(urls) == "polars":
        import polars

        return polars.Series(name, results, dtype=polars.Boolean if name == "same" else polars.String)
    return results

