import { Random } from '../support/random.mjs'

/** What was measured on the collected list, and is aimed at here; statistics.mjs tells what the names mean. */
export const AIMED_AT = {
  'mean length': 71.6,
  'median length': 54,
  'mean length of the host': 17.3,
  'mean length of the path': 33,
  'mean length of a query': 72.9,
  https: 0.826,
  'host begins with www': 0.524,
  'host of two labels': 0.161,
  'host of three labels': 0.743,
  'host with upper case': 0.0007,
  'host with a port': 0.0004,
  'host is an IPv4 address': 0.0004,
  'no path': 0.026,
  'path of one segment': 0.233,
  'path of two segments': 0.291,
  'path of five or more': 0.174,
  'path ends in a slash': 0.314,
  'path with a double slash': 0.014,
  'path with a dot segment': 0.0018,
  'path with upper case': 0.159,
  'with escapes': 0.046,
  'with lower-case escapes': 0.0013,
  'with escaped unreserved': 0.0005,
  'with non-ASCII characters': 0.0029,
  'with characters to be escaped': 0.0045,
  'with a fragment': 0.0228,
  'with a query': 0.173,
  'queries of one pair': 0.619,
  'queries of two or three pairs': 0.246,
  'queries of ten or more pairs': 0.037,
  'queries not sorted': 0.288,
  'queries with an empty pair': 0.026,
  'queries with utm_ parameters': 0.05,
  'queries with a pair without "="': 0.071,
  'distinct hosts per URL': 0.245,
}

const SEED = 20_240_501

/** Invented URLs, the same ones at every call. */
export function generateUrls(count) {
  const random = new Random(SEED)
  const hosts = Array.from({ length: HOSTS }, () => inventHost(random))
  return Array.from({ length: count }, () => inventUrl(random, hosts))
}

function inventUrl(random, hosts) {
  const scheme = random.chance(0.826) ? 'https' : 'http'
  const path = inventPath(random)
  const query = random.chance(path === '' ? 0.005 : 0.178) ? inventQuery(random) : ''
  const fragment = random.chance(0.0228) ? `#${inventWords(random, random.fromQuantiles(FRAGMENT_LENGTHS), '_')}` : ''
  // Joined from an array: a concatenation would be written out by whoever reads the string first.
  return [scheme, '://', pickHost(random, hosts), path, query, fragment].join('')
}

// Hosts

const HOSTS = 28_500
/** The last label is one that nobody can register (RFC 2606), so no generated URL leads anywhere. */
const LAST_LABELS = ['test', 'example']
const SERVICE_LABELS = ['cdn', 'static', 'blog', 'm', 'en', 'img', 'shop', 'api', 'forum', 'news']
const NAME_LENGTHS = [
  [0, 1],
  [0.25, 4],
  [0.5, 6],
  [0.75, 9],
  [0.95, 14],
  [1, 22],
]

function inventHost(random) {
  if (random.chance(0.0004)) return Array.from({ length: 4 }, () => 1 + random.below(254)).join('.')
  const name = inventWords(random, random.fromQuantiles(NAME_LENGTHS), '-')
  const labels = [name, random.pick(LAST_LABELS)]
  const more = random.weighted([0.16, 0.74, 0.1])
  if (more === 2) labels.unshift(random.pick(SERVICE_LABELS))
  if (more > 0) labels.unshift(random.chance(0.62) ? 'www' : random.pick(SERVICE_LABELS))
  const host = labels.join('.')
  if (random.chance(0.0007)) return host.replace(name, name.toUpperCase())
  return random.chance(0.0004) ? `${host}:${random.pick(['8080', '8443', '80', '443'])}` : host
}

/** A few hosts hold many URLs and most hold few. */
const pickHost = (random, hosts) => hosts[Math.floor(random.fraction() ** 1.9 * hosts.length)]

// Paths

/** By number of segments, from none to twelve. */
const DEPTHS = [6.7, 23.3, 29.1, 15, 8.6, 8.2, 4.6, 2.3, 1.1, 0.5, 0.3, 0.2, 0.1]
const SLASH_AT_END = [0.6, 0.41, 0.36, 0.24, 0.23, 0.1, 0.19]
const INNER_LENGTHS = [
  [0, 1],
  [0.1, 2],
  [0.3, 4],
  [0.5, 6],
  [0.7, 8],
  [0.9, 13],
  [0.99, 37],
  [1, 87],
]
const LAST_LENGTHS = [
  [0, 1],
  [0.1, 5],
  [0.3, 9],
  [0.5, 12],
  [0.7, 18],
  [0.8, 25],
  [0.9, 39],
  [0.99, 92],
  [1, 164],
]
const EXTENSIONS = ['html', 'html', 'html', 'js', 'js', 'js', 'jpg', 'png', 'css', 'htm', 'php', 'svg', 'pdf']

function inventPath(random) {
  const depth = random.weighted(DEPTHS)
  const slash = random.chance(SLASH_AT_END[depth] ?? 0.15)
  if (depth === 0) return slash ? '/' : ''
  const inner = Array.from({ length: depth - 1 }, () => inventSegment(random, random.fromQuantiles(INNER_LENGTHS)))
  const last = inventLastSegment(random, slash)
  return spoilPath(random, `/${[...inner, last].join('/')}${slash ? '/' : ''}`)
}

function inventLastSegment(random, beforeSlash) {
  const length = random.fromQuantiles(LAST_LENGTHS)
  if (beforeSlash || random.chance(0.38)) return inventSegment(random, length)
  return `${inventSegment(random, Math.max(1, length - 5))}.${random.pick(EXTENSIONS)}`
}

function inventSegment(random, length) {
  const kind = random.weighted([0.095, 0.2, 0.055, 0.05, 0.02, 0.58])
  if (kind === 0) return inventDigits(random, Math.min(length, 9))
  if (kind === 1) return inventWords(random, length, '-')
  if (kind === 2) return inventWords(random, length, '_')
  if (kind === 3) return inventCode(random, length)
  const word = inventWord(random, length)
  return kind === 4 ? word[0].toUpperCase() + word.slice(1) : word
}

/** What people and programs get wrong, as rarely as they do. */
function spoilPath(random, path) {
  const kind = random.fraction()
  if (kind < 0.0138) return path.replace('/', '//')
  if (kind < 0.0158) return path.replace('/', '/../')
  if (kind < 0.0278) return insertText(random, path, random.pick(['%20', '%C3%A9', '%2C', '%E2%80%93']))
  if (kind < 0.0284) return insertText(random, path, random.pick(['%c3%bc', '%2f']))
  if (kind < 0.029) return insertText(random, path, random.pick(['%7E', '%2D']))
  if (kind < 0.0321) return insertText(random, path, random.pick(['é', 'ü', 'ñ', 'ж', '“']))
  return kind < 0.0372 ? insertText(random, path, random.pick([' ', '"', '|', '{'])) : path
}

function insertText(random, path, text) {
  const at = 1 + random.below(path.length)
  return path.slice(0, at) + text + path.slice(at)
}

// Queries

/** By number of pairs, from one to ten; the rest has up to sixty. */
const PAIRS = [65.1, 13.1, 7.2, 3.6, 2.2, 1.4, 0.8, 1.1, 0.5, 3.8]
const NAMES = 'ver v id s h u d w p r t c url format width version action lang q title size page cat'.split(' ')
const VALUE_LENGTHS = [
  [0, 0],
  [0.1, 1],
  [0.3, 3],
  [0.5, 6],
  [0.7, 11],
  [0.8, 18],
  [0.9, 39],
  [0.95, 83],
  [0.99, 226],
  [1, 330],
]
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign']
const OTHER_TRACKING = ['ref', 'source', 'fbclid', 'gclid', 'mc_cid', 'mc_eid']

function inventQuery(random) {
  const kind = random.fraction()
  if (kind < 0.017) return '?'
  const count = 1 + random.weighted(PAIRS)
  const pairs = Array.from({ length: count < 10 ? count : 10 + random.below(50) }, () => inventPair(random))
  if (kind < 0.067) pairs.splice(0, CAMPAIGN.length, ...CAMPAIGN.map((name) => `${name}=${inventWord(random, 6)}`))
  else if (kind < 0.085) pairs[0] = `${random.pick(OTHER_TRACKING)}=${inventCode(random, 20)}`
  else if (kind < 0.094) pairs.splice(random.below(pairs.length), 0, '')
  return `?${pairs.join('&')}`
}

function inventPair(random) {
  const name = random.chance(0.5) ? random.pick(NAMES) : inventWord(random, 1 + random.below(11))
  if (random.chance(0.033)) return name
  const length = random.fromQuantiles(VALUE_LENGTHS)
  if (length > 8 && random.chance(0.29)) return `${name}=${inventEscapedValue(random, length)}`
  return `${name}=${random.chance(0.4) ? inventDigits(random, length) : inventCode(random, length)}`
}

/** A URL within a URL, as share links and redirectors have it. */
function inventEscapedValue(random, length) {
  const text = `https://${inventWord(random, 8)}.test/${inventWord(random, Math.max(1, length - 30))}`
  const escaped = encodeURIComponent(text)
  return random.chance(0.015) ? escaped.replaceAll('%2F', '%2f') : escaped
}

// Fragments

const FRAGMENT_LENGTHS = [
  [0, 0],
  [0.1, 7],
  [0.5, 12],
  [0.8, 20],
  [0.9, 55],
  [0.95, 124],
  [0.99, 402],
  [1, 700],
]

// Text

const ONSETS = 'b d f g h k l m n p r s t v z br kl st tr sh'.split(' ')
const NUCLEI = 'a e i o u ai ea ou'.split(' ')
const CODE_CHARACTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-'

function inventWord(random, length) {
  let word = ''
  while (word.length < length) word += random.pick(ONSETS) + random.pick(NUCLEI)
  return word.slice(0, length)
}

/** Words of some seven letters, up to a length. */
function inventWords(random, length, separator) {
  const words = []
  for (let rest = length; rest > 0;) {
    const word = inventWord(random, Math.min(rest, 3 + random.below(8)))
    words.push(word)
    rest -= word.length + 1
  }
  return words.join(separator)
}

const inventDigits = (random, length) => Array.from({ length }, () => random.below(10)).join('')

const inventCode = (random, length) => Array.from({ length }, () => random.pick(CODE_CHARACTERS)).join('')
