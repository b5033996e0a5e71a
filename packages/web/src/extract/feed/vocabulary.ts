import type { QualifiedName } from '../markup/namespaces.ts'

/** The vocabulary of an element; `plain` is the feed's own. */
export type Vocabulary = 'plain' | 'atom' | 'rss' | 'rdf' | 'content' | 'admin' | 'media' | 'other'

/** By namespace, without its scheme, case and final slashes, which publishers misspell. */
const BY_NAMESPACE = new Map<string, Vocabulary>([
  ['www.w3.org/2005/atom', 'atom'],
  ['purl.org/atom/ns', 'atom'],
  ['purl.org/rss/1.0', 'rss'],
  ['my.netscape.com/rdf/simple/0.9', 'rss'],
  ['channel.netscape.com/rdf/simple/0.9', 'rss'],
  ['www.w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['webns.net/mvcb', 'admin'],
  ['search.yahoo.com/mrss', 'media'],
  ['www.rssboard.org/media-rss', 'media'],
  ['www.w3.org/1999/xhtml', 'other'],
])

/** The usual meaning of a prefix that the feed does not declare. */
const BY_PREFIX = new Map<string, Vocabulary>([
  ['', 'plain'],
  ['atom', 'atom'],
  ['atom03', 'atom'],
  ['atom10', 'atom'],
  ['a10', 'atom'],
  ['rss', 'rss'],
  ['rdf', 'rdf'],
  ['content', 'content'],
  ['admin', 'admin'],
  ['media', 'media'],
])

export function findVocabulary({ prefix, namespace }: QualifiedName): Vocabulary {
  if (namespace === null) return BY_PREFIX.get(prefix) ?? 'other'
  return findNamespaceVocabulary(namespace) ?? (prefix === '' ? 'plain' : 'other')
}

export function findNamespaceVocabulary(namespace: string): Vocabulary | null {
  const key = namespace
    .slice(0, 256)
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/#]{1,8}$/, '')
  return BY_NAMESPACE.get(key) ?? null
}
