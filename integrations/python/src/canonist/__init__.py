"""Canonist for Python: normalizes URLs in batches, through processes of `canonist filter`."""

from canonist._filter import Filter, FilterError
from canonist._functions import close, dedupe, error, host, key, normalize, same, shared_filter

__all__ = ["Filter", "FilterError", "close", "dedupe", "error", "host", "key", "normalize", "same", "shared_filter"]
