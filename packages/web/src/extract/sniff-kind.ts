import type { FeedFormat } from './feed/feed-document.ts'
import { findVocabulary, findNamespaceVocabulary } from './feed/vocabulary.ts'
import { findRoot, type Root } from './root-element.ts'

/** The kind of a document by its content alone. A text that begins like JSON may turn out not to be a feed. */
export type SniffedKind = FeedFormat | 'page' | 'other'

/** Elements with which a page may begin. */
const PAGE_BEGINNINGS = new Set(
  'html head body title meta link base script style noscript h1 h2 h3 h4 h5 h6 div p a b i br hr span img table tr td ul ol li dl form iframe font center main article section header footer nav pre strong em'.split(
    ' ',
  ),
)

/** Elements that make a document a page even after other text. */
const PAGE_FRAME = new Set(['html', 'head', 'body'])

/** How far a feed in RDF is looked for. */
const RDF_HEAD_LENGTH = 65_536

/** Judges a decoded text by its first element after comments, declarations and a doctype. */
export function sniffKind(text: string): SniffedKind {
  if (/^\s*\{/.test(text)) return 'json'
  const root = findRoot(text)
  return findFeedFormat(root, text) ?? (isPage(root) ? 'page' : 'other')
}

function findFeedFormat(root: Root, text: string): FeedFormat | null {
  if (root.local === 'rss' || (root.local === 'channel' && root.isFirst)) return 'rss'
  if (root.local === 'feed' && (root.namespace === null || findVocabulary(root) === 'atom')) return 'atom'
  return root.local === 'rdf' && isFeedInRdf(root, text) ? 'rdf' : null
}

/** RDF has many uses; a feed has its own namespace, or at least a channel. */
function isFeedInRdf({ attributes }: Root, text: string): boolean {
  for (const value of attributes.values()) if (findNamespaceVocabulary(value) === 'rss') return true
  return /<(?:rss:)?channel[\s>]/.test(text.slice(0, RDF_HEAD_LENGTH))
}

function isPage({ local, isFirst, doctype }: Root): boolean {
  return PAGE_FRAME.has(local) || doctype === 'html' || (isFirst && PAGE_BEGINNINGS.has(local))
}
