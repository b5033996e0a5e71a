/** How a line of Markdown begins that stands in quotes and list items. */
const CONTAINERS = '(?:[ \\t]|>|[-*+] |\\d{1,9}[.)] )*'
const FENCE = new RegExp(`^(${CONTAINERS})(\`{3,}|~{3,})(.*)$`)
// `<!-->` and `<!--->` are whole comments.
const COMMENT = new RegExp(`^(${CONTAINERS})<!--(?!-?>)`)
const IN_QUOTATION = /^ {0,3}>/
const INDENTED = /^(?: {4}| {0,3}\t)/
/** What text that is indented may belong to: an item of a list, a footnote, a definition, and boxes and tabs of some sites. */
const OPENS_ITEM = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]|:|!!!|\?\?\?\+?)(?:[ \t]|$)|\[\^[^\]]+\]:|=== ["'])/

/** Blanks out the code and comments that take whole lines; every other character keeps its place. */
export function blankBlocks(text: string): string {
  const reader = new BlockReader(text)
  let at = 0
  const lines = text.split('\n').map((line) => {
    const hidden = reader.read(line.replace(/\r$/, ''), at)
    at += line.length + 1
    return blank(line.slice(0, hidden)) + line.slice(hidden)
  })
  return lines.join('\n')
}

export const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ')

/** Goes from line to line. Where it is in doubt a line is text: a link too many is seen, one too few is not. */
class BlockReader {
  readonly #lastCommentEnd: number
  #fence: { readonly marks: string; readonly isQuoted: boolean } | null = null
  #isInComment = false
  #isInItem = false
  #isInCode = false
  #isAfterEmpty = true

  constructor(text: string) {
    this.#lastCommentEnd = text.lastIndexOf('-->')
  }

  /** How many characters of the line, which begins at `at`, are code or a comment. */
  read(line: string, at: number): number {
    if (this.#isInComment) return this.#closeComment(line)
    // Where the quotation ends, the code in it does.
    if (this.#fence?.isQuoted === true && !IN_QUOTATION.test(line)) this.#fence = null
    const isHidden =
      this.#fence === null
        ? this.#readCode(line) || this.#openFence(line) || this.#openComment(line, at)
        : this.#closeFence(line)
    return isHidden ? line.length : 0
  }

  /** Indented by four behind an empty line, and part of no item of a list. */
  #readCode(line: string): boolean {
    const isEmpty = line.trim() === ''
    if (!isEmpty) {
      if (OPENS_ITEM.test(line)) this.#isInItem = true
      else if (this.#isAfterEmpty && /^ ?\S/.test(line)) this.#isInItem = false
      this.#isInCode = INDENTED.test(line) && !this.#isInItem && (this.#isInCode || this.#isAfterEmpty)
    }
    this.#isAfterEmpty = isEmpty
    return this.#isInCode && !isEmpty
  }

  #openFence(line: string): boolean {
    const [, before = '', marks = '', rest = ''] = FENCE.exec(line) ?? []
    // Backticks behind backticks make it a code span.
    if (marks === '' || (marks.startsWith('`') && rest.includes('`'))) return false
    this.#fence = { marks, isQuoted: IN_QUOTATION.test(before) }
    return true
  }

  #closeFence(line: string): true {
    const [, , marks = '', rest = ''] = FENCE.exec(line) ?? []
    if (marks.startsWith(this.#fence?.marks ?? '') && rest.trim() === '') this.#fence = null
    return true
  }

  /** One that is never closed reaches to the end of the file only where it stands in nothing else. */
  #openComment(line: string, at: number): boolean {
    const [whole, before = ''] = COMMENT.exec(line) ?? []
    if (whole === undefined || line.includes('-->', whole.length)) return false
    this.#isInComment = this.#lastCommentEnd > at || /^ {0,3}$/.test(before)
    return this.#isInComment
  }

  #closeComment(line: string): number {
    const end = line.indexOf('-->')
    this.#isInComment = end === -1
    return end === -1 ? line.length : end + '-->'.length
  }
}
