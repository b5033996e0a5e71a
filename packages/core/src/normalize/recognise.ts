/** Where the pieces of a recognised URL begin, or would begin if it had them. */
export interface Scan {
  hasPath: boolean
  query: number
  fragment: number
}

// The characters that a path segment, query or fragment may contain unescaped, except "%" and, in a path, the dot.
export const SEGMENT = '!$&-\\-0-;=@-[\\]_a-z|~'
export const QUERY_TEXT = '!$&()*+,\\-./0-9:;=?@A-Z[\\\\\\]^_`a-z{|}~'
export const FRAGMENT_TEXT = "!#$&'()*+,\\-./0-9:;=?@A-Z[\\\\\\]^_a-z{|}~"
// An escape in upper case that is not the escape of an unreserved character.
export const ESCAPE = '%(?:[0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[BCDF])'
export const HOST_TEXT = 'a-z0-9.-'
const HOST = `https?://[${HOST_TEXT}]+`
// A lookbehind, with which V8 need not try every dot. The last label has only letters, so that the host is not an address.
const LAST_LABEL = `[${HOST_TEXT}]\\.[a-z]+`
// A dot and a character after which the segment cannot be a dot segment.
const DOT = `\\.[${SEGMENT}]`

// Sticky and without a "$": where an expression stops, the next piece begins, and V8 never has to go back. Runs of plain
// characters stand outside the repeated groups, where V8 has a fast loop for them.
const HOST_AND_PATH = new RegExp(
  `${HOST}/(?<=${LAST_LABEL}/)[${SEGMENT}/]*(?:(?:${DOT}|${ESCAPE})[${SEGMENT}/]*)*`,
  'y',
)
const QUERY = new RegExp(`[${QUERY_TEXT}]*(?:${ESCAPE}[${QUERY_TEXT}]*)*`, 'y')
const FRAGMENT = new RegExp(`[${FRAGMENT_TEXT}]*(?:${ESCAPE}[${FRAGMENT_TEXT}]*)*`, 'y')
const HOST_ALONE = new RegExp(`^${HOST}$(?<=${LAST_LABEL})`)

/** V8 stores a backtracking point for every turn of a repeated group, and throws when millions of them fill its stack. */
export const MAX_RECOGNISED_LENGTH = 65_536

const QUESTION_MARK = 0x3f
const HASH = 0x23

/**
 * Whether the text is a URL that no rule on spelling would change. About nine in ten on the web are, and this check costs
 * less than half of parsing. True is always right; false only means that the parser must look.
 */
export function recognise(text: string, scan: Scan): boolean {
  if (text.length > MAX_RECOGNISED_LENGTH) return false
  HOST_AND_PATH.lastIndex = 0
  if (!HOST_AND_PATH.test(text)) return recogniseHost(text, scan)
  const end = HOST_AND_PATH.lastIndex
  scan.hasPath = true
  scan.query = end
  scan.fragment = end
  return end === text.length || recogniseRest(text, end, scan)
}

function recogniseRest(text: string, from: number, scan: Scan): boolean {
  let at = from
  if (text.charCodeAt(at) === QUESTION_MARK) at = skip(QUERY, text, at + 1)
  scan.fragment = at
  if (at === text.length) return true
  return text.charCodeAt(at) === HASH && skip(FRAGMENT, text, at + 1) === text.length
}

function recogniseHost(text: string, scan: Scan): boolean {
  scan.hasPath = false
  scan.query = scan.fragment = text.length
  return HOST_ALONE.test(text)
}

/** Where the host of a recognised URL begins. */
export const findHost = (text: string): number => (text.charCodeAt(4) === 0x73 ? 8 : 7)

/** Where the path of a recognised URL begins; the end of the URL if it has none. */
export function findPath(text: string, scan: Scan): number {
  return scan.hasPath ? text.indexOf('/', findHost(text)) : scan.query
}

function skip(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  expression.test(text)
  return expression.lastIndex
}
