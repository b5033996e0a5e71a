import { parseDefinitions, type Definition } from './definitions.ts'
import { findHtmlBlock, type HtmlBlock } from './html.ts'
import { InlineText, type Span } from './inline-text.ts'
import { Line } from './line.ts'
import { MdxCode } from './mdx-code.ts'
import { splitCells, isDelimiterRow } from './tables.ts'

/** The blocks of a document, as far as they matter for links. */
export interface Blocks {
  /** The texts that hold a scheme, in the order of the document; code and HTML are not among them. */
  readonly texts: readonly InlineText[]
  readonly definitions: readonly PlacedDefinition[]
  /** Labels of footnotes, with the caret. */
  readonly footnotes: ReadonlySet<string>
  /** Bullets and rows of tables, in the order of the document. */
  readonly entries: readonly ListEntry[]
}

/** A bullet of a list or a row of a table, by the text that it begins with. Numbered steps are not entries. */
export interface ListEntry {
  /** Entries of the same list, or rows of the same table that are equal after the first cell, have the same name. */
  readonly list: string
  /** The first paragraph of a bullet, or the first cell of a row. */
  readonly lines: readonly Span[]
  /** Whether a bullet holds more than that paragraph, as the heading of a nested list does. */
  hasMore: boolean
}

export interface PlacedDefinition extends Definition {
  readonly mayBeCode: boolean
}

/** A block that holds others: a block quote, a list item, a footnote, or an indented box of some site generators. */
interface Container {
  /** By how many columns its lines are indented; null for a block quote, whose lines begin with `>`. */
  readonly indent: number | null
  /** Whether CommonMark knows it; otherwise its paragraphs after the first one are indented code there. */
  readonly isStandard: boolean
  isEmpty: boolean
  hasEmptyLine: boolean
  /** The list that its last item belongs to, as long as nothing else follows the item. */
  list: OpenList | null
  /** What a bullet is in the list around it. */
  readonly bullet: Bullet | null
}

interface OpenList {
  readonly mark: string
  readonly start: number
}

interface Bullet {
  readonly list: string
  /** null until the first paragraph begins. */
  entry: ListEntry | null
  hasMore: boolean
}

type Leaf =
  | { readonly kind: 'paragraph'; readonly lines: Span[] }
  | { readonly kind: 'fence'; readonly mark: string; readonly size: number }
  | { readonly kind: 'code' }
  | { readonly kind: 'table'; readonly start: number }
  | HtmlBlock

/** Every line walks through the open containers; no one nests deeper by hand. */
const MAX_CONTAINERS = 100
const CODE_INDENT = 4

/** A scheme, or http without its colon or a slash. */
const MAY_HOLD_LINK = /:\/\/|https?:?\//i

const HEADING = /^#{1,6}(?=[ \t]|$)/
const SETEXT = /^(?:=+|-+)[ \t]*$/
const BREAK = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/
const ITEM = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/
const FOOTNOTE = /^\[(\^(?:[^\s[\]\\]|\\.)+)\]:/
/** Definition lists, boxes and tabs: https://squidfunk.github.io/mkdocs-material/reference/ */
const BOX = /^(?::(?=[ \t])|(?:!!!|\?\?\?\+?)(?=[ \t])|===(?= ["']))/

/**
 * Reads the block structure of Markdown line by line: https://spec.commonmark.org/0.31.2/#phase-1-block-structure.
 *
 * Containers are open from the outermost to the innermost, and at most one leaf is open in the innermost. A line first continues
 * containers, then the leaf, or it opens new ones. A paragraph is the one leaf that continues where its containers do not.
 *
 * Must never take code or HTML for text: links in text may be edited.
 */
export class BlockReader implements Blocks {
  readonly texts: InlineText[] = []
  readonly definitions: PlacedDefinition[] = []
  readonly footnotes = new Set<string>()
  readonly entries: ListEntry[] = []
  readonly #text: string
  readonly #mdx: MdxCode | null
  /** From how many columns on a line is indented code: MDX has none. */
  readonly #codeIndent: number
  readonly #containers: Container[] = []
  /** The open list of the document itself; those of containers are theirs. */
  #list: OpenList | null = null
  #leaf: Leaf | null = null

  constructor(text: string, isMdx: boolean) {
    this.#text = text
    this.#mdx = isMdx ? new MdxCode(text) : null
    this.#codeIndent = isMdx ? Number.POSITIVE_INFINITY : CODE_INDENT
  }

  /** Reads the document from `start` on. */
  read(start: number): Blocks {
    for (let at = start; at < this.#text.length;) at = this.#readLine(at)
    this.#closeLeaf()
    return this
  }

  /** Returns the start of the next line, which is further down after code of several lines. */
  #readLine(start: number): number {
    const next = this.#findNextLine(start)
    const line = new Line(this.#text, start, this.#findContentEnd(start, next))
    const depth = this.#continueContainers(line)
    if (depth === this.#containers.length && this.#continueLeaf(line)) return next
    return this.#openBlocks(line, depth) ?? next
  }

  #findNextLine(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end === -1 ? this.#text.length : end + 1
  }

  #findContentEnd(start: number, next: number): number {
    let end = next
    if (end > start && this.#text[end - 1] === '\n') end -= 1
    if (end > start && this.#text[end - 1] === '\r') end -= 1
    return end
  }

  /** How many of the open containers the line is in. */
  #continueContainers(line: Line): number {
    const depth = this.#containers.findIndex((container) => !this.#continueContainer(container, line))
    return depth === -1 ? this.#containers.length : depth
  }

  /** Consumes what the container puts before the line; false if the line is not in it. */
  #continueContainer(container: Container, line: Line): boolean {
    const { indent } = container
    if (indent === null) return line.countIndent() < this.#codeIndent && takeQuote(line)
    if (line.isBlank) return !container.isEmpty
    if (line.countIndent() < indent) return false
    line.skip(indent)
    container.isEmpty = false
    return true
  }

  /** Whether the line is a part of the open code, HTML or fence. */
  #continueLeaf(line: Line): boolean {
    const leaf = this.#leaf
    if (leaf?.kind === 'fence') {
      if (line.countIndent() < this.#codeIndent) this.#closeFence(leaf, line.rest.trim())
      return true
    }
    if (leaf?.kind === 'code') return line.isBlank || line.countIndent() >= this.#codeIndent
    if (leaf?.kind !== 'html' || (leaf.end === null && line.isBlank)) return false
    if (leaf.end?.test(line.rest) === true) this.#leaf = null
    return true
  }

  #closeFence({ mark, size }: { readonly mark: string; readonly size: number }, rest: string): void {
    if (rest.length >= size && rest === mark.repeat(rest.length)) this.#leaf = null
  }

  /** Opens the containers and the leaf that begin on the line, or continues the paragraph. May return where to read on. */
  #openBlocks(line: Line, matched: number): number | null {
    let depth = matched
    for (;;) {
      if (line.isBlank) return depth === matched ? this.#readBlank(depth) : null
      const isCode = line.countIndent() >= this.#codeIndent
      if (isCode || !this.#openContainer(line, depth)) return this.#readLeaf(line, depth, isCode)
      depth = this.#containers.length
    }
  }

  #readBlank(depth: number): null {
    this.#closeTo(depth)
    for (const container of this.#containers) container.hasEmptyLine = true
    return null
  }

  /** A paragraph that the line could continue. */
  #getParagraph(): { readonly lines: Span[] } | null {
    return this.#leaf?.kind === 'paragraph' ? this.#leaf : null
  }

  #openContainer(line: Line, depth: number): boolean {
    if (depth >= MAX_CONTAINERS) return false
    if (takeQuote(line)) {
      this.#push(depth, null)
      return true
    }
    const rest = line.rest.trimStart()
    return this.#openItem(line, depth, rest) || this.#openNote(line, depth, rest)
  }

  #openItem(line: Line, depth: number, rest: string): boolean {
    const [marker, number] = ITEM.exec(rest) ?? []
    if (marker === undefined || BREAK.test(rest)) return false
    const isInterrupting = depth === this.#containers.length && this.#getParagraph() !== null
    const isEmpty = rest.slice(marker.length).trim() === ''
    if (isInterrupting && (isEmpty || (number !== undefined && number !== '1'))) return false
    const before = line.countIndent() + marker.length
    line.skip(line.countIndent())
    line.take(marker.length)
    const spaces = line.countIndent()
    const isCode = spaces > this.#codeIndent
    const width = isEmpty || isCode ? 1 : spaces
    line.skip(width)
    this.#closeTo(depth)
    const bullet = number === undefined ? this.#createBullet(marker, line.at) : null
    if (bullet === null) this.#setList(null)
    this.#push(depth, before + width, { isEmpty, bullet })
    return true
  }

  /** A bullet of the list that is open in the innermost container, or of a new one. */
  #createBullet(mark: string, start: number): Bullet {
    const open = this.#containers.length === 0 ? this.#list : this.#containers.at(-1)?.list
    const list = open?.mark === mark ? open : { mark, start }
    this.#setList(list)
    return { list: `list ${list.start}`, entry: null, hasMore: false }
  }

  #setList(list: OpenList | null): void {
    const container = this.#containers.at(-1)
    if (container === undefined) this.#list = list
    else container.list = list
  }

  #openNote(line: Line, depth: number, rest: string): boolean {
    const footnote = FOOTNOTE.exec(rest)
    const [marker] = footnote ?? (this.#mdx === null ? BOX.exec(rest) : null) ?? []
    if (marker === undefined) return false
    if (footnote?.[1] !== undefined) this.footnotes.add(footnote[1].toUpperCase())
    line.skip(line.countIndent())
    line.take(marker.length)
    line.skip(line.countIndent())
    this.#push(depth, CODE_INDENT, { isStandard: footnote !== null })
    return true
  }

  #push(
    depth: number,
    indent: number | null,
    { isEmpty = false, isStandard = true, bullet = null }: Partial<Omit<Container, 'list'>> = {},
  ): void {
    this.#closeTo(depth)
    this.#addChild(null)
    if (bullet === null) this.#setList(null)
    this.#containers.push({ indent, isEmpty, isStandard, hasEmptyLine: false, list: null, bullet })
  }

  /** Adds a block to the innermost bullet. The first block is its entry if it is a paragraph. */
  #addChild(paragraph: readonly Span[] | null): void {
    const bullet = this.#containers.at(-1)?.bullet ?? null
    if (bullet === null) return
    if (paragraph !== null && bullet.entry === null && !bullet.hasMore) {
      bullet.entry = { list: bullet.list, lines: paragraph, hasMore: false }
      this.entries.push(bullet.entry)
    } else {
      bullet.hasMore = true
      if (bullet.entry !== null) bullet.entry.hasMore = true
    }
  }

  #readLeaf(line: Line, depth: number, isCode: boolean): number | null {
    const isLazy = depth < this.#containers.length
    const paragraph = this.#getParagraph()
    if (isCode) {
      if (paragraph !== null) paragraph.lines.push(trimLine(line))
      else this.#startLeaf(depth, { kind: 'code' })
      return null
    }
    line.skip(line.countIndent())
    const { rest } = line
    if (paragraph !== null && !isLazy && this.#endParagraph(paragraph.lines, rest)) return null
    if (BREAK.test(rest)) return this.#startLeaf(depth, null)
    if (HEADING.test(rest)) return this.#readHeading(line, depth)
    const opened = this.#findOpened(rest, paragraph === null)
    const isWhole = opened?.kind === 'html' && opened.end?.test(rest) === true
    if (opened !== null) return this.#startLeaf(depth, isWhole ? null : opened)
    const codeEnd = this.#findMdxEnd(line, depth)
    if (codeEnd !== null) return codeEnd
    return this.#readText(line, depth, paragraph)
  }

  /** Fences and HTML. */
  #findOpened(rest: string, mayInterrupt: boolean): Leaf | null {
    const [, ticks, tildes] = FENCE.exec(rest) ?? []
    const marks = ticks ?? tildes
    if (marks !== undefined) return { kind: 'fence', mark: marks.charAt(0), size: marks.length }
    if (!rest.startsWith('<')) return null
    const html = findHtmlBlock(rest, mayInterrupt)
    // MDX has no HTML, but the comments of its first version are still in use.
    return this.#mdx === null || rest.startsWith('<!--') ? html : null
  }

  #readHeading(line: Line, depth: number): null {
    this.#startLeaf(depth, null)
    line.take(HEADING.exec(line.rest)?.[0].length ?? 0)
    this.#addText([trimLine(line)])
    return null
  }

  /** A line below a paragraph that makes it a heading, or its last line the header of a table. */
  #endParagraph(lines: Span[], rest: string): boolean {
    if (SETEXT.test(rest)) {
      this.#closeLeaf()
      return true
    }
    const header = lines.at(-1)
    if (header === undefined || !isDelimiterRow(rest, this.#text.slice(header.start, header.end))) return false
    lines.pop()
    this.#closeLeaf()
    this.#leaf = { kind: 'table', start: header.start }
    this.#addRow(header)
    return true
  }

  /** The end of imports, exports, tags and expressions that take whole lines of MDX: the next line after them, or null. */
  #findMdxEnd(line: Line, depth: number): number | null {
    const mdx = this.#mdx
    if (mdx === null) return null
    let end = this.#getParagraph() === null && depth === 0 ? mdx.findModuleEnd(line.at) : -1
    if (end === -1) end = this.#findTagsEnd(mdx, line.at)
    if (end === -1) return null
    this.#startLeaf(depth, null)
    return this.#findNextLine(end)
  }

  /** The end of tags and expressions that end their line. */
  #findTagsEnd(mdx: MdxCode, start: number): number {
    let at = start
    for (;;) {
      const char = this.#text[at]
      if (char === ' ' || char === '\t') at += 1
      else if (char !== '<' && char !== '{') break
      else {
        const end = mdx.findEnd(at)
        if (end === -1) return -1
        at = end
      }
    }
    return at > start && /^\r?(?:\n|$)/.test(this.#text.slice(at, at + 2)) ? at : -1
  }

  #readText(line: Line, depth: number, paragraph: { readonly lines: Span[] } | null): null {
    if (paragraph !== null) paragraph.lines.push(trimLine(line))
    else if (this.#leaf?.kind === 'table' && depth === this.#containers.length) {
      this.#addRow(trimLine(line), `table ${this.#leaf.start}`)
    } else this.#startLeaf(depth, { kind: 'paragraph', lines: [trimLine(line)] })
    return null
  }

  #startLeaf(depth: number, leaf: Leaf | null): null {
    this.#closeTo(depth)
    this.#setList(null)
    this.#addChild(leaf?.kind === 'paragraph' ? leaf.lines : null)
    this.#leaf = leaf
    return null
  }

  #closeTo(depth: number): void {
    this.#closeLeaf()
    this.#containers.length = depth
  }

  #closeLeaf(): void {
    const lines = this.#getParagraph()?.lines ?? []
    this.#leaf = null
    if (lines.length === 0) return
    const mayBeCode = this.#mayBeCode()
    const block = new InlineText(this.#text, lines, mayBeCode)
    const { found, end } = parseDefinitions(block.text)
    for (const each of found) this.definitions.push({ ...each, start: block.locate(each.start), mayBeCode })
    if (end < block.text.length) this.#addText(block.listSpans(end))
  }

  /** @param table names the table for a row that is not its header */
  #addRow({ start, end }: Span, table: string | null = null): void {
    const cells = splitCells(this.#text.slice(start, end), start)
    for (const cell of cells) this.#addText([cell])
    const [first, ...others] = cells
    if (table === null || first === undefined) return
    const rest = others.map((cell) => this.#text.slice(cell.start, cell.end).trim())
    this.entries.push({ list: `${table} ${JSON.stringify(rest)}`, lines: [first], hasMore: false })
  }

  #addText(lines: readonly Span[]): void {
    const inline = new InlineText(this.#text, lines, this.#mayBeCode())
    if (MAY_HOLD_LINK.test(inline.text)) this.texts.push(inline)
  }

  #mayBeCode(): boolean {
    return this.#containers.some(({ isStandard, hasEmptyLine }) => !isStandard && hasEmptyLine)
  }
}

/** Consumes the mark of a block quote and the space after it; false if the line has none. */
function takeQuote(line: Line): boolean {
  if (!line.rest.trimStart().startsWith('>')) return false
  line.skip(line.countIndent())
  line.take(1)
  if (line.countIndent() > 0) line.skip(1)
  return true
}

function trimLine(line: Line): Span {
  line.skip(line.countIndent())
  return { start: line.at, end: line.end }
}
