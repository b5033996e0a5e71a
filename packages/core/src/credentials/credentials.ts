import { compilePatterns } from '../policy/pattern.ts'
import { SIGNATURE_NAMES } from '../policy/signature-names.ts'
import { TRACKING_CORE, TRACKING_EXTENDED } from '../policy/tracking-names.ts'
import { isSessionName } from '../policy/known-names.ts'
import { THRESHOLDS } from './thresholds.ts'
import { isPasswordName, isPermissionName } from './private-names.ts'
import { isRandom } from './random-text.ts'

const {
  MIN_KEY_LENGTH,
  MIN_ID_LENGTH,
  MIN_HASH_LENGTH,
  MIN_MARKED_LENGTH,
  MAX_PIECE_LENGTH,
  MAX_PIECE_LENGTH_IN_FEED,
  MIN_CERTAIN_LENGTH,
} = THRESHOLDS.credentials

export interface CredentialOptions {
  /** Whether the URL is known to serve a feed: then an id in it may be the reader's. */
  readonly isFeed?: boolean | undefined
}

/** A part of a URL that grants access. */
export interface Credential {
  /** The name of the parameter, in lower case; null for userinfo and segments of the path. */
  readonly name: string | null
  /** Decoded. */
  readonly value: string
}

const URL_PARTS = /^([a-z][a-z\d+.-]*:)?\/\/(?:([^/?#]*)@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is
/** A parameter of the path: `;token=abc`, or `token=abc` as a segment. */
const PATH_PAIR = /^([^=;]+)=(.+)$/s

/** Whole words: the title of an article may contain them. */
const createWordTest = (words: string, ends: string): RegExp =>
  new RegExp(`(?<![^${ends}])(?:${words})(?![^${ends}])`, 'i')
const FEED_WORDS = '(?:podcast)?(?:feeds?|rss2?|atom|rdf|xml|podcasts?|ics|ical|calendars?)'
const PRIVATE_WORDS = 'private|secret|personal|premium|members?|subscribers?|supporters?|patrons?|token|key|auth|access'
const FEED_HOST = /* @__PURE__ */ createWordTest(FEED_WORDS, '.-')
const FEED_PATH = /* @__PURE__ */ createWordTest(FEED_WORDS, '/.')
const FEED_QUERY = /* @__PURE__ */ createWordTest(FEED_WORDS, '&=')
const PRIVATE_HOST = /* @__PURE__ */ createWordTest(PRIVATE_WORDS, '.-')
const PRIVATE_SEGMENT = new RegExp(`^(?:${PRIVATE_WORDS})$`, 'i')
/** A segment that says that everybody may read what follows. */
const PUBLIC_WORD = /^public$/i
/** A segment before the id of something that everybody may know. */
const THING_WORD = /^(?:channel|playlist|album|track|video)s?$/i
const FILE_TYPE = /\.(?:rss|xml|atom|rdf|json|ics|php|html?|mp[34]|m4a)$/i
/** The hash of a picture or a script names its content. */
const ASSET = /\.(?:m?js|css|map|png|p?jpe?g|gif|webp|avif|svg|ico|woff2?|m3u8)$/i

const UUID = /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/i
const HASH = new RegExp(`(?<![a-z\\d])[\\da-f]{${MIN_HASH_LENGTH},}(?![a-z\\d])`, 'i')
/** Letters and digits, or base64 for URLs. */
const TOKEN = /^[\w~-]+={0,2}$/
/** A parameter that names a thing, such as a channel: anybody may know it. */
const THING_NAME = /(?:^|[_-])id$|[a-z]I[dD]$|^list$/
/** Parameters that keep caches from serving an older version. */
const VERSION_NAME = /^(?:v|ver|version|rev)$/
/** Names of keys and of access that other lists leave out, because their values may be words. */
const MORE_NAMES = /^(?:access|(?:feed|rss|podcast|user|member)[-_]?key)$/
/** `auth_type` and `cookieEnabled` tell something about a credential; a nonce protects a form. */
const BESIDE_CREDENTIAL = /(?:id|name|type|enabled|redirect|ur[il]|expires?|expiry)$|nonce|csrf|xsrf/

const trackingNames = /* @__PURE__ */ compilePatterns([...TRACKING_CORE, ...TRACKING_EXTENDED])
const signatureNames = /* @__PURE__ */ new Set<string>(SIGNATURE_NAMES.any)

/**
 * Finds what grants access in a URL: user and password, parameters such as `token` and `key`, signatures, and long random texts of
 * path and query. Such a URL opens to anybody what was meant for one reader: a private podcast, an unlisted document.
 *
 * A session, tracking, and the id of a channel or a version are random as well, and grant nothing. Outside of feeds, a UUID or a hash in a
 * path is the name of an article or a file.
 *
 * @example
 * findCredentials('https://example.com/rss?auth=xyz') // [{ name: 'auth', value: 'xyz' }]
 */
export function findCredentials(url: string, { isFeed = false }: CredentialOptions = {}): Credential[] {
  const [, , userinfo = '', host = '', path = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? []
  const isOfFeed = isFeed || FEED_HOST.test(host) || FEED_PATH.test(path) || FEED_QUERY.test(query)
  return [
    ...(userinfo === '' || userinfo === ':' ? [] : [{ name: null, value: decode(userinfo) }]),
    ...findInPath(path, { isOfFeed, isPrivate: PRIVATE_HOST.test(host) }),
    ...findInQuery(query, isOfFeed),
    ...readPairs(fragment).filter(({ name }) => isCredentialName(name)),
  ]
}

/**
 * Whether a URL lacks a credential that another one has. A credential may change its place, as from `?auth=abc` to `/abc`.
 *
 * @example
 * dropsCredential('https://example.com/rss?auth=xyz', 'https://example.com/rss') // true
 */
export function dropsCredential(from: string, to: string, options?: CredentialOptions): boolean {
  return findCredentials(from, options).some((credential) => !hasCredential(to, credential))
}

function hasCredential(url: string, { name, value }: Credential): boolean {
  if (value.length >= MIN_CERTAIN_LENGTH) return url.includes(value) || decode(url).includes(value)
  const [, , userinfo = '', , path = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? []
  if (name === null) return decode(userinfo) === value || path.split(/[/;.]/).some((part) => decode(part) === value)
  const pairs = [...path.split('/'), query, fragment].flatMap(readPairs)
  return pairs.some((pair) => pair.name === name && pair.value === value)
}

/** Whether a parameter of this name grants access, whatever its value. */
function isCredentialName(name: string): boolean {
  if (MORE_NAMES.test(name) || signatureNames.has(name)) return true
  if (isSessionName(name) || BESIDE_CREDENTIAL.test(name)) return false
  return isPermissionName(name) || isPasswordName(name)
}

interface PathContext {
  readonly isOfFeed: boolean
  readonly isPrivate: boolean
}

function findInPath(path: string, { isOfFeed, isPrivate }: PathContext): Credential[] {
  const found: Credential[] = []
  const segments = path.split('/').filter((segment) => segment !== '')
  const isOpen = ASSET.test(path) || segments.some((segment) => PUBLIC_WORD.test(segment))
  let [isMarked, isThing] = [isPrivate, false]
  for (const segment of segments) {
    const [first = '', ...params] = segment.split(';')
    found.push(...[first, ...params].flatMap(readPairs).filter(({ name }) => isCredentialName(name)))
    const value = decode(first).replace(FILE_TYPE, '')
    isMarked ||= /^private-/i.test(value)
    const isNamed = isOpen || (isThing && !isMarked) || PATH_PAIR.test(first)
    if (!isNamed && isSecretSegment(value, { isOfFeed, isPrivate: isMarked })) found.push({ name: null, value })
    isMarked ||= PRIVATE_SEGMENT.test(value)
    isThing = THING_WORD.test(value)
  }
  return found
}

const isSecretSegment = (text: string, { isOfFeed, isPrivate }: PathContext): boolean =>
  isKey(text) || ((isOfFeed || isPrivate) && isId(text)) || (isPrivate && isShortKey(text))

function findInQuery(query: string, isOfFeed: boolean): Credential[] {
  const pairs = readPairs(query)
  const names = new Set(pairs.map(({ name }) => name))
  const signed = new Set(SIGNATURE_NAMES.pairs.filter((pair) => pair.every((name) => names.has(name))).flat())
  const found = pairs.filter(({ name, written, value }) => {
    if (isCredentialName(name) || signed.has(name)) return true
    if (isSessionName(name) || trackingNames.has(name) || THING_NAME.test(written) || VERSION_NAME.test(name))
      return false
    return isSecretValue(value, isOfFeed)
  })
  return [...found, ...readBareValues(query).filter(({ value }) => isSecretValue(value, isOfFeed))]
}

const isSecretValue = (value: string, isOfFeed: boolean): boolean => isKey(value) || (isOfFeed && isId(value))

/** The parts of a query without a name: `?Xk29LmQp`. */
const readBareValues = (query: string): Credential[] =>
  query
    .split(/[&;]/)
    .filter((part) => !PATH_PAIR.test(part))
    .map((part) => ({ name: null, value: decode(part.replace(/=$/, '')) }))

interface Pair extends Credential {
  readonly name: string
  /** The name as written. */
  readonly written: string
}

/**
 * The pairs of a query, or of a part of a path, that have a name and a value. A server may take `;` for `&`, and in `&amp;` the one follows the
 * other.
 */
function readPairs(text: string): Pair[] {
  return text.split(/[&;]/).flatMap((pair) => {
    const [, written, value] = PATH_PAIR.exec(pair) ?? []
    if (written === undefined || value === undefined) return []
    const name = decode(written)
    return [{ name: name.toLowerCase(), written: name, value: decode(value) }]
  })
}

const listRuns = (text: string): readonly string[] => text.match(/[a-z\d]+/gi) ?? []

const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)

/** Whether a text is a key wherever it stands: letters of both cases and digits that form no words, perhaps in base64. */
function isKey(text: string, minLength: number = MIN_KEY_LENGTH): boolean {
  const runs = listRuns(text)
  const joined = TOKEN.test(text) && !HASH.test(text) ? [text.replaceAll(/[^a-z\d]/gi, '')] : []
  return [...runs, ...joined].some(
    (run) => run.length >= minLength && isMixed(run) && hasShortPieces(run, MAX_PIECE_LENGTH) && isRandom(run),
  )
}

/** Whether a text contains a UUID, a hash, or another long run of letters and digits that form no words. */
const isId = (text: string): boolean =>
  UUID.test(text) ||
  HASH.test(text) ||
  isKey(text, MIN_ID_LENGTH) ||
  listRuns(text).some(
    (run) => run.length >= MIN_ID_LENGTH && hasShortPieces(run, MAX_PIECE_LENGTH_IN_FEED) && isRandom(run),
  )

const isShortKey = (text: string): boolean =>
  listRuns(text).some(
    (run) =>
      run.length >= MIN_MARKED_LENGTH && /[a-z]/i.test(run) && /\d/.test(run) && hasShortPieces(run, MAX_PIECE_LENGTH),
  )

/** Whether a run changes so often between letters and digits that it is no word with a number, as `iphone15` is. */
const hasShortPieces = (run: string, most: number): boolean =>
  run.length < most * (run.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 0)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
