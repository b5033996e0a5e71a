/** An example of a review: one URL, or two with how their contents compare. */
export type Example =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'pair'; readonly before: string; readonly after: string; readonly result: PairResult }

/** `same` and `differs` were seen; `expected` is what a rule makes of the first URL. */
export type PairResult = 'same' | 'differs' | 'expected'

const RESULTS: Readonly<Record<string, PairResult>> = { '=': 'same', '≠': 'differs', '→': 'expected' }

/** Reads `URL = URL`, `URL ≠ URL` or `URL → URL`, as learned rules write pairs; anything else is one URL. */
export function readExample(text: string): Example {
  const [, before, sign = '', after] = /^(\S+) ([=≠→]) (\S+)$/.exec(text) ?? []
  const result = RESULTS[sign]
  if (before === undefined || after === undefined || result === undefined) return { kind: 'url', url: text }
  return { kind: 'pair', before, after, result }
}

/** Puts a URL without one of its parameters beside it, so that the diff shows what the question is about. */
export function withoutParam(url: string, name: string): string {
  const [head = '', query] = url.split('?', 2)
  if (query === undefined) return url
  const [pairs = '', ...fragment] = query.split('#')
  const kept = pairs.split('&').filter((pair) => pair.split('=', 1)[0]?.toLowerCase() !== name.toLowerCase())
  return `${head}${kept.length === 0 ? '' : `?${kept.join('&')}`}${fragment.map((text) => `#${text}`).join('')}`
}
