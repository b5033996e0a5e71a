// The rules of the policy `dedupe`, as one would write them by hand in an afternoon: `new URL` for the parsing, the
// query cut into raw pairs (URLSearchParams would re-spell the pairs that stay), a set of names, a stable sort, and one
// replacement for the escapes.
import { SIGNATURES, SIGNATURE_PAIRS, STRIPPED_NAMES, STRIPPED_PREFIXES } from './dedupe-names.mjs'

/** Three assignments, as one writes it down first. */
export function normalizePlainly(input) {
  const url = new URL(input)
  url.hash = ''
  url.pathname = normalizeEscapes(url.pathname)
  url.search = normalizeQuery(url.search)
  return url.href
}

/** The same after a look at the profile: an assignment makes the platform parse again, so only what changes is assigned. */
export function normalizeCarefully(input) {
  const url = new URL(input)
  const { href, pathname } = url
  if (href.includes('#')) url.hash = ''
  const path = normalizeEscapes(pathname)
  if (path !== pathname) url.pathname = path
  if (href.includes('?')) replaceQuery(url)
  return url.href
}

function replaceQuery(url) {
  const { search } = url
  const query = normalizeQuery(search)
  // An empty search is assigned in any case: it takes away a lone question mark.
  if (query === '' || query !== search) url.search = query
}

function normalizeQuery(search) {
  if (search === '') return ''
  const pairs = normalizeEscapes(search).slice(1).split('&')
  const names = pairs.map(foldName)
  if (isSigned(names)) return `?${pairs.join('&')}`
  const staying = pairs.filter((pair, index) => pair !== '' && !isStripped(names[index]))
  return staying.length === 0 ? '' : `?${staying.toSorted(compareNames).join('&')}`
}

function readName(pair) {
  const end = pair.indexOf('=')
  return end === -1 ? pair : pair.slice(0, end)
}

function foldName(pair) {
  const name = readName(pair)
  if (!name.includes('%')) return name.toLowerCase()
  try {
    return decodeURIComponent(name).toLowerCase()
  } catch {
    return name.toLowerCase()
  }
}

function isSigned(names) {
  return (
    names.some((name) => SIGNATURES.has(name)) ||
    SIGNATURE_PAIRS.some(([left, right]) => names.includes(left) && names.includes(right))
  )
}

const isStripped = (name) => STRIPPED_NAMES.has(name) || STRIPPED_PREFIXES.some((prefix) => name.startsWith(prefix))

function compareNames(a, b) {
  const [first, second] = [readName(a), readName(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Escapes in upper case, and none for characters that never need one. */
function normalizeEscapes(text) {
  if (!text.includes('%')) return text
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(char) ? char : escape.toUpperCase()
  })
}
