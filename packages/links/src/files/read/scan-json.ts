import type { Fault, FieldPath, ValueKind } from './found-value.ts'
import { MAX_DEPTH, TOO_DEEP } from './nesting.ts'

/** Called for every value, and for an object or list when it begins. */
export type JsonVisitor = (kind: JsonKind, start: number, end: number, path: FieldPath) => void

export type JsonKind = 'list' | Extract<ValueKind, 'text' | 'null' | 'a number' | 'true or false' | 'an object'>

const SPACE = /[ \t\n\r]*/y
const LINE_COMMENT = /\/\/[^\n]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y

export interface JsonScanOptions {
  /** Where the value begins. */
  readonly from?: number
  /** The path of the value. */
  readonly root?: FieldPath
  /** Allow comments (`// …`, `/* … *\/`) wherever white space may be, and a comma after the last member, as JSONC does. */
  readonly isLenient?: boolean
}

/**
 * Reads JSON and reports the place of every value, which `JSON.parse` does not. Accepts what `JSON.parse` accepts, except for
 * values that are nested too deep; with `isLenient` also comments and trailing commas.
 */
export class JsonScan {
  readonly #text: string
  readonly #visit: JsonVisitor
  /** The current path; a number is an index of a list. */
  readonly #path: (string | number)[]
  readonly #base: number
  readonly #isLenient: boolean
  #at: number

  constructor(text: string, visit: JsonVisitor, { from = 0, root = [], isLenient = false }: JsonScanOptions = {}) {
    this.#text = text
    this.#visit = visit
    this.#path = [...root]
    this.#base = root.length
    this.#isLenient = isLenient
    this.#at = from
  }

  /** Reads one value with the space around it; gives where it ends, or the fault. */
  run(): number | Fault {
    try {
      while (this.#openValue() || this.#continueValue());
      return this.#at
    } catch (fault) {
      if (fault instanceof JsonFault) return { offset: fault.offset, message: fault.message }
      throw fault
    }
  }

  /** Reads the beginning of a value, which is all of it but for lists and objects; true where its first value comes next. */
  #openValue(): boolean {
    this.#skipSpace()
    const start = this.#at
    const char = this.#text[start]
    if (char === '{') return this.#enterValue('an object', '}', () => this.#readName())
    if (char === '[') return this.#enterValue('list', ']', () => 0)
    if (char === '"') {
      this.#readString()
      this.#visit('text', start, this.#at, this.#path)
    } else this.#readWord(start)
    return false
  }

  #enterValue(kind: JsonKind, close: string, readFirst: () => string | number): boolean {
    this.#visit(kind, this.#at, this.#at + 1, this.#path)
    this.#at += 1
    this.#skipSpace()
    if (this.#path.length > MAX_DEPTH) throw new JsonFault(this.#at, TOO_DEEP)
    const isEmpty = this.#text[this.#at] === close
    if (isEmpty) this.#at += 1
    else this.#path.push(readFirst())
    return !isEmpty
  }

  /** After a value: what is open goes on or is closed. False where the outermost value has ended. */
  #continueValue(): boolean {
    for (;;) {
      this.#skipSpace()
      const last = this.#path.at(-1)
      if (this.#path.length === this.#base || last === undefined) return false
      const close = typeof last === 'number' ? ']' : '}'
      if (this.#text[this.#at] === ',' && !this.#skipLastComma(close)) {
        this.#path[this.#path.length - 1] = typeof last === 'number' ? last + 1 : this.#readName()
        return true
      }
      if (this.#text[this.#at] !== close) throw this.#createFault(`"," or "${close}"`)
      this.#at += 1
      this.#path.pop()
    }
  }

  /** Skips a comma; true if it was one after the last member. */
  #skipLastComma(close: string): boolean {
    this.#at += 1
    this.#skipSpace()
    return this.#isLenient && this.#text[this.#at] === close
  }

  #readName(): string {
    const start = this.#at
    if (this.#text[start] !== '"') throw this.#createFault('a name in quotes')
    this.#readString()
    const name: unknown = JSON.parse(this.#text.slice(start, this.#at))
    this.#skipSpace()
    if (this.#text[this.#at] !== ':') throw this.#createFault('":"')
    this.#at += 1
    return String(name)
  }

  #readString(): void {
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at)
      if (code === 0x22) return void (this.#at = at + 1)
      if (code < 0x20) throw new JsonFault(at, 'a string contains a control character; write it as an escape')
      if (code === 0x5c) at = this.#findEscapeEnd(at)
    }
    throw new JsonFault(this.#at, 'the text that begins here has no closing quote')
  }

  #findEscapeEnd(at: number): number {
    const next = this.#text[at + 1] ?? ''
    if (next === 'u' && /^[0-9a-fA-F]{4}$/.test(this.#text.slice(at + 2, at + 6))) return at + 5
    if (next !== '' && '"\\/bfnrt'.includes(next)) return at + 1
    throw new JsonFault(at, 'this backslash does not begin a valid escape')
  }

  #readWord(start: number): void {
    const word = this.#match(WORD)
    const number = word === '' ? this.#match(NUMBER) : ''
    if (word === '' && number === '') throw this.#createFault('a value')
    this.#at = start + word.length + number.length
    const kind = number !== '' ? 'a number' : word === 'null' ? 'null' : 'true or false'
    this.#visit(kind, start, this.#at, this.#path)
  }

  #match(expression: RegExp): string {
    expression.lastIndex = this.#at
    return expression.exec(this.#text)?.[0] ?? ''
  }

  #skipSpace(): void {
    do this.#at += this.#match(SPACE).length
    while (this.#isLenient && this.#skipComment())
  }

  #skipComment(): boolean {
    const start = this.#at
    if (!this.#text.startsWith('/*', start)) return (this.#at += this.#match(LINE_COMMENT).length) > start
    const close = this.#text.indexOf('*/', start + 2)
    if (close === -1) throw new JsonFault(start, 'the comment that begins here is never closed')
    this.#at = close + 2
    return true
  }

  #createFault(wanted: string): JsonFault {
    const isEnd = this.#at >= this.#text.length
    return new JsonFault(this.#at, isEnd ? `the file ends where ${wanted} was expected` : `expected ${wanted} here`)
  }
}

class JsonFault extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}
