import { median } from '../support/figures.mjs'

const PARTS = /^([a-z]+):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is

// Escapes that rules would change.
const LOWER_CASE_ESCAPE = /%(?:[a-f][0-9a-f]|[0-9A-F][a-f])/
const UNRESERVED_ESCAPE = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i

/** What makes URLs cheap or dear to normalize, by name; shares are of all URLs unless the name says otherwise. */
export function measureCorpus(urls) {
  const parts = urls.map(takeApart)
  const queries = parts.flatMap(({ query }) => (query === undefined ? [] : [query.slice(1).split('&')]))
  const share = (test) => parts.filter(test).length / parts.length
  const queryShare = (test) => queries.filter(test).length / queries.length
  return {
    ...measureLengths(parts, queries),
    https: share(({ scheme }) => scheme === 'https'),
    'host begins with www': share(({ host }) => host.startsWith('www.')),
    'host of two labels': share(({ host }) => host.split('.').length === 2),
    'host of three labels': share(({ host }) => host.split('.').length === 3),
    'host with upper case': share(({ host }) => /[A-Z]/.test(host)),
    'host with a port': share(({ host }) => /:\d*$/.test(host)),
    'host is an IPv4 address': share(({ host }) => /^[\d.]+(?::\d+)?$/.test(host)),
    'no path': share(({ path }) => path === ''),
    'path of one segment': share(({ path }) => countSegments(path) === 1),
    'path of two segments': share(({ path }) => countSegments(path) === 2),
    'path of five or more': share(({ path }) => countSegments(path) >= 5),
    'path ends in a slash': share(({ path }) => path.endsWith('/')),
    'path with a double slash': share(({ path }) => path.includes('//')),
    'path with a dot segment': share(({ path }) => /\/\.\.?(?:\/|$)/.test(path)),
    'path with upper case': share(({ path }) => /[A-Z]/.test(path)),
    'with escapes': share(({ url }) => url.includes('%')),
    'with lower-case escapes': share(({ url }) => LOWER_CASE_ESCAPE.test(url)),
    'with escaped unreserved': share(({ url }) => UNRESERVED_ESCAPE.test(url)),
    'with non-ASCII characters': share(({ url }) => /[^\x00-\x7f]/.test(url)),
    'with characters to be escaped': share(({ url }) => /[ "<>`{}|\\^]/.test(url)),
    'with a fragment': share(({ fragment }) => fragment !== undefined),
    'with a query': share(({ query }) => query !== undefined),
    'queries of one pair': queryShare((pairs) => pairs.length === 1),
    'queries of two or three pairs': queryShare((pairs) => pairs.length === 2 || pairs.length === 3),
    'queries of ten or more pairs': queryShare((pairs) => pairs.length >= 10),
    'queries not sorted': queryShare(isUnsorted),
    'queries with an empty pair': queryShare((pairs) => pairs.includes('')),
    'queries with utm_ parameters': queryShare((pairs) => pairs.some((pair) => pair.startsWith('utm_'))),
    'queries with a pair without "="': queryShare((pairs) => pairs.some((pair) => pair !== '' && !pair.includes('='))),
    'distinct hosts per URL': new Set(parts.map(({ host }) => host)).size / parts.length,
  }
}

function measureLengths(parts, queries) {
  const lengths = parts.map(({ url }) => url.length)
  return {
    'mean length': mean(lengths),
    'median length': median(lengths),
    'mean length of the host': mean(parts.map(({ host }) => host.length)),
    'mean length of the path': mean(parts.map(({ path }) => path.length)),
    'mean length of a query': mean(queries.map((pairs) => pairs.join('&').length + 1)),
  }
}

function takeApart(url) {
  const [, scheme = '', host = '', path = '', query, fragment] = PARTS.exec(url) ?? []
  return { url, scheme, host, path, query, fragment }
}

const countSegments = (path) => path.split('/').filter((segment) => segment !== '').length

function isUnsorted(pairs) {
  const names = pairs.map((pair) => pair.split('=', 1)[0])
  return names.some((name, index) => index > 0 && names[index - 1] > name)
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
