import { findBareUrl, MAX_URL_LENGTH } from './bare-urls.ts'
import { normalizeLabel } from './definitions.ts'
import { parseResource, type Destination, type Ended } from './destination.ts'
import { InlineHtml } from './html.ts'
import { MdxCode } from './mdx-code.ts'

/** A link of a text as it is spelled, and where it begins. */
export interface InlineLink {
  readonly raw: string
  readonly start: number
  readonly kind: 'target' | 'angle' | 'autolink' | 'bare'
  /** The text between the brackets; a bare URL and a definition have none. */
  readonly label?: string
}

export interface InlineContext {
  /** Labels of definitions, normalized. */
  readonly labels: ReadonlySet<string>
  readonly footnotes: ReadonlySet<string>
  readonly isMdx: boolean
}

const TOKEN = /\\[!-/:-@[-`{-~]|`+|!?\[|\]|<|\{|https?:\/\//gi
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>\p{Cc}]*)>/iuy
const REFERENCE = /\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y
const MAX_LABEL_LENGTH = 999

interface Bracket {
  readonly at: number
  /** Where the text in the brackets begins. */
  readonly from: number
  readonly isImage: boolean
  hasInner: boolean
}

/**
 * Finds the links of one text in a single pass: https://spec.commonmark.org/0.31.2/#phase-2-inline-structure. Code, HTML and
 * autolinks bind tighter than brackets; a closing bracket belongs to the last one that is open.
 */
export class InlineReader {
  readonly #text: string
  readonly #context: InlineContext
  readonly #links: InlineLink[] = []
  readonly #brackets: Bracket[] = []
  /** The open brackets before this one have a link in them, so only images can still begin there. */
  #inactive = 0
  /** Bare URLs in open brackets: links unless the brackets are. */
  readonly #pending: number[] = []
  /** Where links and images begin that are complete: a bare URL ends there. */
  readonly #complete: number[] = []
  readonly #html: InlineHtml
  readonly #mdx: MdxCode | null
  #ticks: Map<number, number[]> | null = null

  constructor(text: string, context: InlineContext) {
    this.#text = text
    this.#context = context
    this.#html = new InlineHtml(text)
    this.#mdx = context.isMdx ? new MdxCode(text) : null
  }

  read(): InlineLink[] {
    const token = new RegExp(TOKEN)
    for (let found = token.exec(this.#text); found !== null; found = token.exec(this.#text)) {
      token.lastIndex = this.#read(found[0], found.index)
    }
    this.#addPending()
    return this.#links.toSorted((a, b) => a.start - b.start)
  }

  /** Returns where to read on. */
  #read(token: string, at: number): number {
    const end = at + token.length
    if (token.startsWith('`')) return this.#findCodeEnd(token.length, end)
    if (token === '<') return this.#readAngle(at)
    if (token === '{') return this.#skipCode(at)
    if (token === ']') return this.#closeBracket(at)
    if (token.endsWith('//')) return this.#readBare(at, end)
    if (token.endsWith('[') && !token.startsWith('\\')) this.#openBracket(at, end)
    return end
  }

  #findCodeEnd(length: number, from: number): number {
    this.#ticks ??= findTicks(this.#text)
    const closes = this.#ticks.get(length) ?? []
    while ((closes.at(-1) ?? from) < from) closes.pop()
    const close = closes.at(-1)
    return close === undefined ? from : close + length
  }

  #readAngle(at: number): number {
    AUTOLINK.lastIndex = at
    const [whole, raw = ''] = AUTOLINK.exec(this.#text) ?? []
    if (whole === undefined) return this.#skipCode(at)
    this.#links.push({ raw, start: at + 1, kind: 'autolink' })
    return at + whole.length
  }

  /** Skips HTML, in MDX also tags and expressions. */
  #skipCode(at: number): number {
    const end = this.#mdx?.findEnd(at) ?? -1
    if (end !== -1) return end
    return Math.max(at + 1, this.#text[at] === '<' ? this.#html.findEnd(at) : -1)
  }

  #readBare(at: number, end: number): number {
    if (this.#brackets.length > 0) {
      this.#pending.push(at)
      return end
    }
    return Math.max(end, this.#addBare(at))
  }

  #addBare(at: number, limit?: number): number {
    const url = findBareUrl(this.#text, at, limit)
    if (url === null) return -1
    this.#links.push({ raw: this.#text.slice(url.start, url.end), start: url.start, kind: 'bare' })
    return url.end
  }

  #addPending(): void {
    const starts = this.#complete.toSorted((a, b) => b - a)
    let end = 0
    for (const at of this.#pending) {
      if (at < end) continue
      while ((starts.at(-1) ?? at) < at) starts.pop()
      end = this.#addBare(at, Math.min(findClosingBracket(this.#text, at), starts.at(-1) ?? this.#text.length))
    }
  }

  #openBracket(at: number, from: number): void {
    const outer = this.#brackets.at(-1)
    if (outer !== undefined) outer.hasInner = true
    this.#brackets.push({ at, from, isImage: this.#text[at] === '!', hasInner: false })
  }

  #closeBracket(at: number): number {
    const bracket = this.#brackets.pop()
    const depth = this.#brackets.length
    const isInactive = depth < this.#inactive
    this.#inactive = Math.min(this.#inactive, depth)
    if (bracket === undefined || (isInactive && !bracket.isImage) || this.#isFootnote(bracket, at)) return at + 1
    const resource = this.#text[at + 1] === '(' ? parseResource(this.#text, at + 2) : null
    const end = resource?.end ?? this.#findReferenceEnd(bracket, at)
    if (end === -1) return at + 1
    this.#takeLink(bracket, at, resource, depth)
    return end
  }

  #takeLink({ at, from, isImage }: Bracket, close: number, resource: Ended<Destination> | null, depth: number): void {
    dropFrom(this.#pending, (start) => start >= at)
    this.#complete.push(at)
    if (isImage) return dropFrom(this.#links, ({ start }) => start >= at)
    this.#inactive = depth
    if (resource === null) return
    const { raw, start, isAngle } = resource.value
    this.#links.push({ raw, start, kind: isAngle ? 'angle' : 'target', label: this.#text.slice(from, close) })
  }

  /** The end of `[text][label]`, `[label][]` or `[label]`; -1 if the label is not defined. */
  #findReferenceEnd({ from, hasInner }: Bracket, at: number): number {
    REFERENCE.lastIndex = at + 1
    const [whole = '', label = ''] = REFERENCE.exec(this.#text) ?? []
    if (label.trim() !== '' && this.#isDefined(label)) return at + 1 + whole.length
    if (hasInner || at - from > MAX_LABEL_LENGTH || !this.#isDefined(this.#text.slice(from, at))) return -1
    return at + 1 + (whole === '[]' ? whole.length : 0)
  }

  #isFootnote({ from }: Bracket, at: number): boolean {
    return this.#text[from] === '^' && this.#context.footnotes.has(this.#text.slice(from, at).toUpperCase())
  }

  #isDefined(label: string): boolean {
    return this.#context.labels.has(normalizeLabel(label))
  }
}

/** By length the places of the runs of backticks, from the last to the first. */
function findTicks(text: string): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].toReversed()) {
    const known = places.get(run.length)
    if (known === undefined) places.set(run.length, [index])
    else known.push(index)
  }
  return places
}

function dropFrom<T>(list: T[], isDropped: (item: T) => boolean): void {
  for (let last = list.at(-1); last !== undefined && isDropped(last); last = list.at(-1)) list.pop()
}

/** The first closing bracket after `at` that is not opened after `at`, unless code or white space comes first. */
function findClosingBracket(text: string, at: number): number {
  let open = 0
  for (let end = at; end < Math.min(text.length, at + MAX_URL_LENGTH); end += 1) {
    const char = text[end] ?? ''
    if (char === '[') open += 1
    if (char === ']') open -= 1
    if (open < 0 || char === '`' || char <= ' ') return end
  }
  return text.length
}
