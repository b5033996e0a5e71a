const ESM = /(?:import|export)[ \t{*"']/y
/** `<a`, `</a`, `<>`, `</>` */
const JSX = /<(?:\/?[\p{ID_Start}$_]|\/?>)/uy
const QUOTES = new Set(['"', "'"])

/**
 * Finds where JavaScript, JSX tags and expressions in braces end. Knows strings, templates, comments and nesting, but not
 * regular expressions. Code that is never closed is text: then one search of its kind is enough, and the time stays linear.
 */
export class MdxCode {
  readonly #text: string
  #hasUnclosedTag = false
  #hasUnclosedBrace = false

  constructor(text: string) {
    this.#text = text
  }

  /** The end of the tag or expression that begins at `at`; -1 if none begins there. */
  findEnd(at: number): number {
    if (this.#text[at] === '{') return this.#hasUnclosedBrace ? -1 : this.#findBraceEnd(at)
    JSX.lastIndex = at
    return this.#hasUnclosedTag || !JSX.test(this.#text) ? -1 : this.#findTagEnd(at)
  }

  /** The end of the imports and exports that begin at `at`: before an empty line outside of all brackets; -1 if none begin there. */
  findModuleEnd(at: number): number {
    ESM.lastIndex = at
    if (!ESM.test(this.#text)) return -1
    const end = scan(this.#text, at, ['module'])
    if (end !== -1) return end
    const blank = /\n[ \t]*\r?\n/g
    blank.lastIndex = at
    return blank.exec(this.#text)?.index ?? this.#text.length
  }

  #findBraceEnd(at: number): number {
    const end = scan(this.#text, at + 1, ['{'])
    this.#hasUnclosedBrace = end === -1
    return end
  }

  #findTagEnd(at: number): number {
    const end = scan(this.#text, at + 1, ['<'])
    this.#hasUnclosedTag = end === -1
    return end
  }
}

type Context = 'module' | '{' | '(' | '[' | '<' | '`'
const CLOSES: Readonly<Record<string, Context>> = { '}': '{', ')': '(', ']': '[' }
const EMPTY_LINE = /\n[ \t]*(?:\r?\n|$)/y

/** Reads until all contexts are closed. -1 if the text ends before. */
function scan(text: string, from: number, open: Context[]): number {
  let at = from
  while (at < text.length) {
    const context = open.at(-1)
    if (context === 'module' && isEmptyLine(text, at)) return at
    at =
      context === '`'
        ? readTemplate(text, at, open)
        : context === '<'
          ? readTag(text, at, open)
          : readScript(text, at, open)
    if (open.length === 0) return at
  }
  return open.at(-1) === 'module' ? text.length : -1
}

function isEmptyLine(text: string, at: number): boolean {
  EMPTY_LINE.lastIndex = at
  return text[at] === '\n' && EMPTY_LINE.test(text)
}

function readTemplate(text: string, at: number, open: Context[]): number {
  if (text[at] === '\\') return at + 2
  if (text[at] === '`') open.pop()
  if (!text.startsWith('${', at)) return at + 1
  open.push('{')
  return at + 2
}

function readTag(text: string, at: number, open: Context[]): number {
  const char = text[at] ?? ''
  if (QUOTES.has(char)) return findClosingQuote(text, at, '')
  if (char === '>') open.pop()
  if (char === '{') open.push('{')
  return at + 1
}

function readScript(text: string, at: number, open: Context[]): number {
  const char = text[at] ?? ''
  if (char === '/' && text[at + 1] === '/') return findLineEnd(text, at)
  if (char === '/' && text[at + 1] === '*') return findCommentEnd(text, at)
  // An apostrophe in the text of a tag has no other one on its line, as a rule.
  if (QUOTES.has(char)) return findClosingQuote(text, at, '\n')
  if (char === '{' || char === '(' || char === '[' || char === '`') open.push(char)
  if (CLOSES[char] !== undefined && open.at(-1) === CLOSES[char]) open.pop()
  return at + 1
}

function findLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function findCommentEnd(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2)
  return end === -1 ? text.length : end + 2
}

/** The place after the closing quote; if there is none before `limit`, after the opening one. */
function findClosingQuote(text: string, open: number, limit: string): number {
  for (let at = open + 1; at < text.length && text[at] !== limit; at += 1) {
    if (text[at] === text[open]) return at + 1
    if (text[at] === '\\' && limit !== '') at += 1
  }
  return open + 1
}
