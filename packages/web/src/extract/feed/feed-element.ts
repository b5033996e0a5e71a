import type { Attributes } from '../markup/attributes.ts'
import type { QualifiedName } from '../markup/namespaces.ts'
import type { FeedFormat } from './feed-document.ts'
import { findVocabulary } from './vocabulary.ts'

/** What an element of a feed is to us. */
export type FeedWord =
  | 'root'
  | 'item'
  | 'atom-link'
  | 'title'
  | 'link'
  | 'id'
  | 'content'
  | 'generator'
  | 'agent'
  | 'enclosure'
  | null

const WORDS = new Map<string, FeedWord>([
  ['rss', 'root'],
  ['rdf', 'root'],
  ['feed', 'root'],
  ['channel', 'root'],
  ['item', 'item'],
  ['entry', 'item'],
  ['title', 'title'],
  ['link', 'link'],
  ['guid', 'id'],
  ['id', 'id'],
  ['description', 'content'],
  ['summary', 'content'],
  ['content', 'content'],
  ['generator', 'generator'],
  ['enclosure', 'enclosure'],
])

/** The meaning of an element; the same local name under a foreign namespace (media:title, itunes:summary) has none. */
export function findWord(name: QualifiedName, attributes: Attributes, format: Exclude<FeedFormat, 'json'>): FeedWord {
  const vocabulary = findVocabulary(name)
  if (vocabulary === 'content') return name.local === 'encoded' ? 'content' : null
  if (vocabulary === 'admin') return name.local === 'generatoragent' ? 'agent' : null
  if (vocabulary === 'media') return name.local === 'content' ? 'enclosure' : null
  if (vocabulary === 'rdf') return name.local === 'rdf' ? 'root' : null
  const isAtom = vocabulary === 'atom' || (vocabulary === 'plain' && format === 'atom')
  if (isAtom && name.local === 'link' && attributes.has('href')) return 'atom-link'
  const isOwn = vocabulary !== 'other' && (name.prefix === '' || vocabulary === chooseVocabulary(format))
  return isOwn ? (WORDS.get(name.local) ?? null) : null
}

function chooseVocabulary(format: Exclude<FeedFormat, 'json'>): 'atom' | 'rss' {
  return format === 'atom' ? 'atom' : 'rss'
}

/** The relations of a link; without any it is an alternate. https://www.rfc-editor.org/rfc/rfc4287#section-4.2.7.2 */
export function readRels(attributes: Attributes): readonly string[] {
  const rels = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (rels.length === 0) return ['alternate']
  return rels.map((rel) => rel.replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, ''))
}
