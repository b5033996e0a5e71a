// Words that mean different things by definition: languages, years, releases. Pages below them are different pages, however often
// they look alike.

/** ISO 639-1, and the three-letter codes that sites use. */
const LANGUAGES = new Set(
  [
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu',
    'fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn',
    'ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os',
    'pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw',
    'ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu',
    'ara bul cat ces cze dan deu ger ell eng est eus fin fra fre glg heb hin hrv hun ind ita jpn kor lav lit nld dut nor pol por ron',
    'rum rus slk slv spa srp swe tha tur ukr vie zho chi',
  ]
    .join(' ')
    .split(' '),
)
const LANGUAGE = /^([a-z]{2,3})(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3}))*$/
const YEAR = /^(?:19|20)\d\d$/
const VERSION = /^v?\d+(?:\.(?:\d+|x))+(?:[-.]?(?:rc|alpha|beta|dev|a|b)\d*)?$|^v\d+$/
const CHANNEL =
  /^(?:stable|latest|current|dev|devel|develop|development|main|master|trunk|head|nightly|next|edge|canary|preview|beta|alpha|unstable|testing|lts|release)$/

type Kind = 'language' | 'year' | 'release'

function findKind(text: string): Kind | null {
  const [, code = ''] = LANGUAGE.exec(text) ?? []
  if (LANGUAGES.has(code)) return 'language'
  if (YEAR.test(text)) return 'year'
  return VERSION.test(text) || CHANNEL.test(text) ? 'release' : null
}

/** The kind that all of the texts have in common; null if there is none. */
export function findCommonKind([first = '', ...others]: readonly string[]): Kind | null {
  const kind = findKind(first.toLowerCase())
  return kind !== null && others.every((text) => findKind(text.toLowerCase()) === kind) ? kind : null
}

const areDistinctWords = (one: string, other: string): boolean =>
  one.toLowerCase() !== other.toLowerCase() && findCommonKind([one, other]) !== null

/** Numbers that are whole segments: `/manual/4/` and `/manual/5/`. */
const areNumbers = (one: string, other: string): boolean => /^\d{1,3}$/.test(one) && /^\d{1,3}$/.test(other)

/**
 * Finds the words in which two URLs differ, if all of them are languages, years or releases: `/en/a` and `/de/a`, `?v=1.2` and
 * `?v=1.3`, `stable.example.com` and `latest.example.com`. Empty if the URLs differ in anything else, or not at all.
 */
export function findNeverAlike(one: string, other: string): readonly string[] {
  if (!mayBeNeverAlike(one, other)) return []
  const [left, right] = [splitUnits(one), splitUnits(other)]
  if (left.length !== right.length) return []
  const differing = left.flatMap((unit, at) => (unit === right[at] ? [] : [findWordsAt(left, right, at)]))
  return differing.every(({ length }) => length > 0) ? differing.flat() : []
}

/** Looks at the first difference alone, which rejects nearly all pairs without splitting them. */
function mayBeNeverAlike(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  const host = one.indexOf('://') + 3
  if (at < host) return false
  const end = findAny(one, '/?#', host, one.length)
  const isInHost = at <= end
  const delimiters = isInHost ? './?#' : '/?&=#'
  const start = findLastAny(one, delimiters, isInHost ? host : end, at)
  const left = one.slice(start, findAny(one, delimiters, at, one.length))
  const right = other.slice(start, findAny(other, delimiters, at, other.length))
  const isSegment = !isInHost && one[start - 1] === '/' && one[start + left.length] === '/'
  return left === right || findDistinct(left, right, isSegment).length > 0
}

/** The offset of the first of several characters between two offsets, or the second offset. */
function findAny(text: string, characters: string, from: number, end: number): number {
  let at = from
  while (at < end && !characters.includes(text.charAt(at))) at++
  return at
}

/** The offset after the last of several characters between two offsets, or the first offset. */
function findLastAny(text: string, characters: string, from: number, end: number): number {
  let at = end
  while (at > from && !characters.includes(text.charAt(at - 1))) at--
  return at
}

/** Host labels, segments, names and values, with the delimiters between them. */
const splitUnits = (url: string): string[] => {
  const [, scheme = '', host = '', rest = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/.exec(url) ?? []
  return [scheme, ...host.split('.'), ...rest.split(/([/?&=#])/)]
}

const findWordsAt = (left: readonly string[], right: readonly string[], at: number): string[] =>
  findDistinct(left[at] ?? '', right[at] ?? '', left[at - 1] === '/' && left[at + 1] === '/')

function findDistinct(one: string, other: string, isSegment: boolean): string[] {
  if (areDistinctWords(one, other)) return [one, other]
  if (isSegment && areNumbers(one, other)) return [`v${one}`, `v${other}`]
  if (!/[-_.]/.test(one)) return []
  return [/[-_]/, /[-_.]/]
    .flatMap((delimiter) => findWordsWithin(one.split(delimiter), other.split(delimiter)))
    .slice(0, 2)
}

/** `topic.en.html` and `topic.de.html`. */
function findWordsWithin(one: readonly string[], other: readonly string[]): string[] {
  const differing = one.length === other.length ? [...one.keys()].filter((at) => one[at] !== other[at]) : []
  const [at = -1, another] = differing
  const [left = '', right = ''] = [one[at], other[at]]
  return another === undefined && one.length > 1 && areDistinctWords(left, right) ? [left, right] : []
}
