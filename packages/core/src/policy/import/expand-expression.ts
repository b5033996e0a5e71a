/** Any one character. */
export const ONE = '\uE000'
/** Any number of any characters: `.*`. */
export const MANY = '\uE001'
/** The text of any other repetition. */
export const SOME = '\uE003'
/** The end of the text. */
export const END = '\uE002'

const MAX_TEXTS = 256
const MAX_CLASS_SIZE = 4

/**
 * The texts that a regular expression matches, with `ONE`, `MANY`, `SOME` and `END` where it leaves something open; null
 * if there are too many or if it has lookarounds. With `SOME` read as any text, they cover all that the expression matches.
 *
 * @example expandExpression('git(?:lab|ea)?\\.[a-z]+') // ['git.\uE003', 'gitlab.\uE003', 'gitea.\uE003']
 */
export function expandExpression(source: string): string[] | null {
  const reader = { source, at: 0 }
  const texts = readChoices(reader)
  return texts === null || reader.at < source.length ? null : [...new Set(texts)]
}

interface Reader {
  readonly source: string
  at: number
}

function readChoices(reader: Reader): string[] | null {
  const texts: string[] = []
  do {
    const sequence = readSequence(reader)
    if (sequence === null) return null
    texts.push(...sequence)
  } while (take(reader, '|'))
  return texts.length > MAX_TEXTS ? null : texts
}

function readSequence(reader: Reader): string[] | null {
  let texts = ['']
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at))) {
    const start = reader.at
    const atom = readAtom(reader)
    if (atom === null) return null
    const isDot = reader.source.charAt(start) === '.'
    const next = repeat(atom, readQuantifier(reader), isDot)
    texts = texts.flatMap((text) => next.map((end) => text + end))
    if (texts.length > MAX_TEXTS) return null
  }
  return texts
}

function take(reader: Reader, text: string): boolean {
  if (!reader.source.startsWith(text, reader.at)) return false
  reader.at += text.length
  return true
}

function readAtom(reader: Reader): string[] | null {
  if (take(reader, '(')) return readGroup(reader)
  if (take(reader, '[')) return readClass(reader)
  if (take(reader, '\\')) {
    const escaped = reader.source.charAt(reader.at++)
    return [/[a-z0-9]/i.test(escaped) ? ONE : escaped]
  }
  const char = reader.source.charAt(reader.at++)
  if (char === '^') return ['']
  return [char === '$' ? END : char === '.' ? ONE : char]
}

function readGroup(reader: Reader): string[] | null {
  if (!take(reader, '?:') && reader.source.charAt(reader.at) === '?') return null
  const texts = readChoices(reader)
  return take(reader, ')') ? texts : null
}

/** The characters of a small class; any character for a large or negated one. */
function readClass(reader: Reader): string[] | null {
  const [whole, body = ''] = /^((?:\\.|[^\\\]])*)\]/s.exec(reader.source.slice(reader.at)) ?? []
  if (whole === undefined) return null
  reader.at += whole.length
  const chars = body.replace(/\\([^a-z0-9])/gi, '$1')
  const isPlain = !chars.startsWith('^') && !/[\\]|.-./.test(chars) && chars.length <= MAX_CLASS_SIZE
  return isPlain ? Array.from(chars) : [ONE]
}

function readQuantifier(reader: Reader): string {
  const [whole = '', quantifier = ''] =
    /^([*+?]|\{\d+(?:,\d*)?\})[?+]?/.exec(reader.source.slice(reader.at, reader.at + 32)) ?? []
  reader.at += whole.length
  return quantifier
}

function repeat(atom: string[], quantifier: string, isDot: boolean): string[] {
  if (quantifier === '') return atom
  if (quantifier === '?') return ['', ...atom]
  return [isDot && quantifier === '*' ? MANY : SOME]
}
