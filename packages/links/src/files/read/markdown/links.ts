import type { Spelling } from '../spelling.ts'
import { BlockReader } from './blocks.ts'
import { findListsOfThings, createListFinder } from './entries.ts'
import { InlineReader, type InlineContext, type InlineLink } from './inline.ts'

/** A link of a document as it is spelled, and where. */
export interface MarkdownLink {
  readonly raw: string
  readonly start: number
  readonly kind: InlineLink['kind']
  readonly spelling: Extract<Spelling, 'markdown-target' | 'markdown-angle' | 'markdown-text' | 'none'>
  /** The list or table that the link is an entry of; null for other links. */
  readonly list: string | null
  /** Whether other entries of that list are not links. */
  readonly isOfThings: boolean
  /** The text of the link; empty where it has none. */
  readonly label: string
}

/** A scheme, or the beginning of http without its colon or a slash. */
const HAS_SCHEME = /^(?:[a-z][a-z0-9+.-]*:\/\/|https?:\/|https?\/\/)/i

const SPELLINGS = {
  target: 'markdown-target',
  angle: 'markdown-angle',
  autolink: 'markdown-angle',
  bare: 'markdown-text',
} as const satisfies Record<InlineLink['kind'], Spelling>

/** Links, definitions of links and bare URLs with a scheme, in the order of the document from `start` on; images are not links. */
export function listLinks(document: string, start: number, isMdx: boolean): MarkdownLink[] {
  const { texts, definitions, footnotes, entries } = new BlockReader(document, isMdx).read(start)
  const labels = new Set(definitions.map(({ label }) => label))
  const context: InlineContext = { labels, footnotes, isMdx }
  const found = definitions.map((each) =>
    toPlacedLink({ ...each, kind: each.isAngle ? 'angle' : 'target' }, each.mayBeCode),
  )
  for (const inline of texts) {
    for (const link of new InlineReader(inline.text, context).read()) {
      found.push(toPlacedLink({ ...link, start: inline.locate(link.start) }, inline.mayBeCode))
    }
  }
  const findList = createListFinder(document, entries)
  const things = findListsOfThings(document, entries)
  return found
    .filter(({ raw }) => HAS_SCHEME.test(raw))
    .toSorted((a, b) => a.start - b.start)
    .map(({ raw, start: at, kind, label, mayBeCode }) => {
      const list = findList(at, at + raw.length)
      const isOfThings = list !== null && things.has(list)
      return { raw, start: at, kind, spelling: findSpelling(raw, kind, mayBeCode), list, isOfThings, label }
    })
}

interface PlacedLink extends InlineLink {
  readonly label: string
  readonly mayBeCode: boolean
}

const toPlacedLink = ({ raw, start, kind, label = '' }: InlineLink, mayBeCode: boolean): PlacedLink => ({
  raw,
  start,
  kind,
  label,
  mayBeCode,
})

/** A link that may be code is reported, but never edited. */
function findSpelling(raw: string, kind: InlineLink['kind'], mayBeCode: boolean): MarkdownLink['spelling'] {
  const isCertain = !mayBeCode && !(kind === 'bare' && raw.includes('`'))
  return isCertain ? SPELLINGS[kind] : 'none'
}
