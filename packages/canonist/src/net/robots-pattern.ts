const UNRESERVED = /[A-Za-z0-9\-._~]/
const DELIMITERS = '/?&='
const ESCAPE_OR_CHARACTER = /%[0-9a-f]{2}|[^]/giu

/** What no spelling rule touches. Nearly all rules are written so, and respelling them takes ten times as long. */
const PLAIN = /^[A-Za-z0-9\-._~/?&=*]*$/

/**
 * A path with its query in the one spelling in which RFC 9309 compares (section 2.2.2): escapes of unreserved characters
 * are undone, everything else but delimiters and the `special` character is escaped.
 */
export function comparablePath(text: string, special = ''): string {
  if (PLAIN.test(text) && (special === '*' || !text.includes('*'))) return text
  const query = text.indexOf('?')
  if (query === -1) return respell(text, '', special)
  return respell(text.slice(0, query), '', special) + respell(text.slice(query), '/', special)
}

/** `same` are the characters whose escapes mean what they do themselves: a slash within a query. */
function respell(text: string, same: string, special: string): string {
  return text.replace(ESCAPE_OR_CHARACTER, (piece) => {
    if (piece.length === 3) return respellEscape(piece, same)
    return UNRESERVED.test(piece) || DELIMITERS.includes(piece) || piece === special ? piece : escapeCharacter(piece)
  })
}

function respellEscape(escape: string, same: string): string {
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return UNRESERVED.test(char) || same.includes(char) ? char : escape.toUpperCase()
}

function escapeCharacter(char: string): string {
  return [...Buffer.from(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** The path of a rule: what stands between its stars, and whether "$" ends it. */
export interface RobotsPattern {
  readonly pieces: readonly string[]
  readonly isWhole: boolean
  /** In octets: of the patterns that match, the longest decides. */
  readonly length: number
}

export function parsePattern(text: string): RobotsPattern {
  const isWhole = text.endsWith('$')
  const pattern = comparablePath(isWhole ? text.slice(0, -1) : text, '*')
  return { pieces: pattern.split('*'), isWhole, length: pattern.length + (isWhole ? 1 : 0) }
}

/** Takes the leftmost place for every piece, so that a hostile pattern costs no more than reading the path once. */
export function matchesPattern({ pieces, isWhole }: RobotsPattern, path: string): boolean {
  let end = 0
  for (const [index, piece] of pieces.entries()) {
    const isLast = isWhole && index === pieces.length - 1
    const at = isLast ? path.length - piece.length : path.indexOf(piece, end)
    if (at < end || (index === 0 && at !== 0) || !path.startsWith(piece, at)) return false
    end = at + piece.length
  }
  return true
}
