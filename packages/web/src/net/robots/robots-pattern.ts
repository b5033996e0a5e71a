const UNRESERVED = /[A-Za-z0-9\-._~]/
/** An escape, or a character that is neither unreserved nor a delimiter. */
const RESPELLED = /%[0-9a-fA-F]{2}|[^A-Za-z0-9\-._~/?&=]/gu

/** What no spelling rule touches. Nearly all rules are written so, and respelling them takes ten times as long. */
const PLAIN = /^[A-Za-z0-9\-._~/?&=*]*$/

/**
 * A path with its query in the one spelling in which RFC 9309 compares (section 2.2.2): escapes of unreserved characters
 * are undone, everything else but delimiters and the `special` character is escaped.
 */
export function toComparablePath(text: string, special = ''): string {
  if (PLAIN.test(text) && (special === '*' || !text.includes('*'))) return text
  const query = text.indexOf('?')
  if (query === -1) return respell(text, '', special)
  return respell(text.slice(0, query), '', special) + respell(text.slice(query), '/', special)
}

/** `same` are the characters whose escapes mean what they do themselves: a slash within a query. */
function respell(text: string, same: string, special: string): string {
  return text.replace(RESPELLED, (piece) => {
    if (piece.length === 3) return respellEscape(piece, same)
    return piece === special ? piece : escapeCharacter(piece)
  })
}

function respellEscape(escape: string, same: string): string {
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return UNRESERVED.test(char) || same.includes(char) ? char : escape.toUpperCase()
}

function escapeCharacter(char: string): string {
  const code = char.charCodeAt(0)
  return code < 0x80 ? escapeByte(code) : Array.from(Buffer.from(char), escapeByte).join('')
}

const escapeByte = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** The path of a rule: the literal text between its stars, and whether "$" ends it. */
export interface RobotsPattern {
  readonly pieces: readonly string[]
  readonly isWhole: boolean
  /** In octets: of the patterns that match, the longest decides. */
  readonly length: number
  /** The same for all patterns that match the same paths with the same length. */
  readonly text: string
}

export function parsePattern(text: string): RobotsPattern {
  const isWhole = text.endsWith('$')
  const pattern = toComparablePath(isWhole ? text.slice(0, -1) : text, '*')
  const whole = isWhole ? `${pattern}$` : pattern
  return { pieces: pattern.split(/\*+/), isWhole, length: whole.length, text: whole }
}

/** Counts down the characters of a path that may still be searched for the pieces of patterns. */
export interface SearchBudget {
  left: number
}

/**
 * Takes the leftmost place for every piece, so that one pattern searches the path once at most. The first piece must begin the
 * path, and before "$" the last one must end it; only the others are searched for, and the budget pays for that.
 */
export function matchesPattern({ pieces, isWhole }: RobotsPattern, path: string, budget: SearchBudget): boolean {
  const [first = ''] = pieces
  if (!path.startsWith(first)) return false
  if (pieces.length === 1) return !isWhole || path.length === first.length
  const last = isWhole ? (pieces.at(-1) ?? '') : ''
  const searched = isWhole ? pieces.length - 1 : pieces.length
  let end = first.length
  for (let index = 1; index < searched; index += 1) {
    const piece = pieces[index] ?? ''
    const at = path.indexOf(piece, end)
    budget.left -= (at === -1 ? path.length : at) - end
    if (at === -1) return false
    end = at + piece.length
  }
  return path.length - last.length >= end && path.endsWith(last)
}
