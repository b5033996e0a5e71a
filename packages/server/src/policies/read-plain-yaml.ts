/**
 * Reads the part of YAML that large policies are written in, about ten times as fast as the `yaml` package: block maps and
 * lists, flow maps and lists on one line, and scalars that are plain words, whole numbers, `true`, `false`, or quoted text
 * without escapes. Comments have their own lines.
 *
 * Must never read a text in another way than the package does. Returns null at the first thing that it does not know,
 * such as a fault or a duplicate key: the package then reads the text and reports the place.
 */
export function readPlainYaml(text: string): { readonly value: unknown } | null {
  try {
    return { value: new PlainYaml(text).read() }
  } catch (error) {
    if (error instanceof NotPlain) return null
    throw error
  }
}

class NotPlain extends Error {}

function giveUp(): never {
  throw new NotPlain()
}

/** The package allows an implicit key of 1,024 characters. */
const MAX_KEY_LENGTH = 1000
const MAX_DEPTH = 20

/** Without `:`, `#` and spaces. It cannot be a number: it begins with a letter or slash, or ends as a domain does. */
const WORD = /(?:[A-Za-z_/][\w./*-]*|\d[\w.-]*\.[A-Za-z]{2,})/.source
const BLANK = /^ *(?:#[ -~]*)?$/
const ENTRY = new RegExp(`^( *)(${WORD}):(?:$| +(?! ))(.*)$`)
const ITEM = /^( *)- +(?! )(.*)$/
/** Several words, which mean themselves outside of brackets and braces. */
const SENTENCE = /^[A-Za-z][\w./()', -]* [\w./()', -]*[\w.)]$/
const TOKEN = new RegExp(
  `([{}[\\],]) *|(?:(${WORD})(:(?= ))?|"([ !#-[\\]-~]*)"|'([ -&(-~]*)'|(0|[1-9]\\d{0,8}))(?: +|$|(?=[,\\]}]))`,
  'y',
)
/** Other spellings of these have a meaning in YAML, too. */
const RESERVED = /^(?:true|false|null)$/i

/** Reads lines from the first to the last. Must never guess: at anything that it does not know, it gives up. */
class PlainYaml {
  readonly #lines: readonly string[]
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#lines = text.split('\n')
  }

  read(): unknown {
    if (this.#next() === null) giveUp()
    const value = this.#readMap(0)
    return this.#next() === null ? value : giveUp()
  }

  /** The next line that is neither blank nor a comment. */
  #next(): string | null {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? ''
      if (!BLANK.test(line)) return line
      this.#at++
    }
    return null
  }

  #readMap(indent: number): object {
    const entries = new Map<string, unknown>()
    for (let line = this.#next(); line !== null && !isOutside(line, indent); line = this.#next()) {
      const [, spaces, name, rest = ''] = ENTRY.exec(line) ?? giveUp()
      const key = readKey(name ?? '')
      if (spaces?.length !== indent || entries.has(key)) giveUp()
      this.#at++
      entries.set(key, rest === '' ? this.#readBelow(indent) : readInline(rest))
    }
    return Object.fromEntries(entries)
  }

  /** The value of a key that is alone on its line. A list may be indented as little as its key. */
  #readBelow(indent: number): unknown {
    const line = this.#next() ?? giveUp()
    const own = countIndent(line)
    const isList = ITEM.test(line)
    if (own < indent || (own === indent && !isList) || this.#depth === MAX_DEPTH) giveUp()
    this.#depth++
    const value = isList ? this.#readList(own) : this.#readMap(own)
    this.#depth--
    return value
  }

  #readList(indent: number): unknown[] {
    const items: unknown[] = []
    for (let line = this.#next(); line !== null; line = this.#next()) {
      const [, spaces, rest = ''] = ITEM.exec(line) ?? []
      if (spaces?.length !== indent) {
        if (spaces !== undefined || countIndent(line) > indent) giveUp()
        break
      }
      this.#at++
      items.push(readInline(rest))
    }
    return items
  }
}

const countIndent = (line: string): number => line.search(/[^ ]/)

const isOutside = (line: string, indent: number): boolean => countIndent(line) < indent

const readKey = (word: string): string => (word.length > MAX_KEY_LENGTH || RESERVED.test(word) ? giveUp() : word)

/** A value that begins and ends on the line of its key. */
function readInline(text: string): unknown {
  if (SENTENCE.test(text)) return text
  const reader = new InlineReader(text)
  const value = reader.readValue()
  return reader.isAtEnd() ? value : giveUp()
}

class InlineReader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  readValue(): unknown {
    const [, mark, word, colon, double, single, digits] = this.#take()
    if (colon !== undefined) giveUp()
    if (word !== undefined) return readWord(word)
    if (digits !== undefined) return Number(digits)
    if (mark === undefined) return double ?? single
    if (++this.#depth > MAX_DEPTH) giveUp()
    const value = mark === '[' ? this.#readList() : mark === '{' ? this.#readMap() : giveUp()
    this.#depth--
    return value
  }

  #readList(): unknown[] {
    const items: unknown[] = []
    if (this.#skip(']')) return items
    do items.push(this.readValue())
    while (this.#skip(','))
    return this.#skip(']') ? items : giveUp()
  }

  #readMap(): object {
    const entries = new Map<string, unknown>()
    if (!this.#skip('}')) {
      do {
        const [, , word, colon] = this.#take()
        if (word === undefined || colon === undefined) giveUp()
        const key = readKey(word)
        if (entries.has(key)) giveUp()
        entries.set(key, this.readValue())
      } while (this.#skip(','))
      if (!this.#skip('}')) giveUp()
    }
    return Object.fromEntries(entries)
  }

  #take(): RegExpExecArray {
    TOKEN.lastIndex = this.#at
    const token = TOKEN.exec(this.#text) ?? giveUp()
    this.#at = TOKEN.lastIndex
    return token
  }

  /** Takes the mark if it comes next. */
  #skip(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false
    this.#at++
    while (this.#text[this.#at] === ' ') this.#at++
    return true
  }
}

function readWord(word: string): unknown {
  if (word === 'true' || word === 'false') return word === 'true'
  return RESERVED.test(word) ? giveUp() : word
}
