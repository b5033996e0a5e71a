// https://spec.commonmark.org/0.31.2/#raw-html
const NAME = '[a-zA-Z][a-zA-Z0-9-]*'
const VALUE = `(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*")`
const ATTRIBUTE = `\\s+[a-zA-Z_:][a-zA-Z0-9_.:-]*(?:\\s*=\\s*${VALUE})?`
const TAG = `<(?:${NAME}(?:${ATTRIBUTE})*\\s*/?|/${NAME}\\s*)>`

const TAG_AT = new RegExp(TAG, 'y')

/** What else begins with `<`, and how it ends. `<!-->` and `<!--->` are whole comments. */
const SECTIONS: readonly (readonly [start: RegExp, end: string])[] = [
  [/<!--(?:-?(?=>))?/y, '-->'],
  [/<\?/y, '?>'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<![a-zA-Z]/y, '>'],
]

/** Finds where HTML within a paragraph ends. */
export class InlineHtml {
  readonly #text: string
  /** Ends that the rest of the text does not have: looking for them from every start would take quadratic time. */
  readonly #missing = new Set<string>()

  constructor(text: string) {
    this.#text = text
  }

  /** The end of the tag, comment or section that begins at a `<`; -1 if none begins there. */
  findEnd(at: number): number {
    TAG_AT.lastIndex = at
    if (TAG_AT.test(this.#text)) return TAG_AT.lastIndex
    for (const [start, end] of SECTIONS) {
      start.lastIndex = at
      if (start.test(this.#text)) return this.#findSectionEnd(start.lastIndex, end)
    }
    return -1
  }

  #findSectionEnd(from: number, end: string): number {
    if (end === '-->' && this.#text[from] === '>') return from + 1
    if (this.#missing.has(end)) return -1
    const at = this.#text.indexOf(end, from)
    if (at === -1) this.#missing.add(end)
    return at === -1 ? -1 : at + end.length
  }
}

const RAW = 'script|pre|style|textarea'
const BLOCK =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

/** How a block of HTML begins, and what its last line holds; null: an empty line follows it. */
const BLOCKS: readonly (readonly [start: RegExp, end: RegExp | null])[] = [
  [new RegExp(`^<(?:${RAW})(?:[\\s>]|$)`, 'i'), new RegExp(`</(?:${RAW})>`, 'i')],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-zA-Z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${BLOCK})(?:\\s|/?>|$)`, 'i'), null],
]
const LONE_TAG = new RegExp(`^${TAG}\\s*$`)

export interface HtmlBlock {
  readonly kind: 'html'
  /** What its last line holds; null if it ends before an empty line. */
  readonly end: RegExp | null
}

/** The block of HTML that a line begins, if it begins one. https://spec.commonmark.org/0.31.2/#html-blocks */
export function findHtmlBlock(rest: string, mayInterrupt: boolean): HtmlBlock | null {
  const found = BLOCKS.find(([start]) => start.test(rest))
  if (found !== undefined) return { kind: 'html', end: found[1] }
  return mayInterrupt && LONE_TAG.test(rest) ? { kind: 'html', end: null } : null
}
