import { declare } from '../declared.ts'
import { toOneLine } from '../text/copy-text.ts'
import type { FeedClaims } from './feed-document.ts'
import { FeedSigner } from './feed-signature.ts'

type Fields = Readonly<Record<string, unknown>>

/** As PHP writes JSON, slashes may be escaped. */
const VERSION = /"version"\s*:\s*"https?:\\?\/\\?\/(?:www\.)?jsonfeed\.org\\?\//
const FEED_URL = /"feed_url"\s*:\s*("[^"\\]*(?:\\[^][^"\\]*)*")/

/** Enough for everything before a feed's items. */
const HEAD_LENGTH = 65_536

/** Reads the claims of a JSON Feed; null if the text is not one. https://www.jsonfeed.org/version/1.1/ */
export function readJsonFeed(text: string, url: string): FeedClaims | null {
  const feed = toFields(parse(text))
  if (feed === null) return readDamagedFeed(text.slice(0, HEAD_LENGTH), url)
  return isFeed(feed) ? readClaims(feed, url) : null
}

function isFeed(feed: Fields): boolean {
  const version = toText(feed['version'])
  if (/^https?:\/\/(?:www\.)?jsonfeed\.org\//.test(version)) return true
  // Some forget the version; nothing else has these two.
  return version === '' && Array.isArray(feed['items']) && typeof feed['feed_url'] === 'string'
}

function readClaims(feed: Fields, url: string): FeedClaims {
  const [self, title] = [declare(toText(feed['feed_url']), url), toText(feed['title'])]
  const signer = new FeedSigner('json')
  for (const item of Array.isArray(feed['items']) ? feed['items'] : []) addItem(signer, toFields(item))
  return {
    selfs: self === null ? [] : [self],
    title: toOneLine(title),
    generator: null,
    signature: signer.sign(title, toText(feed['home_page_url'])),
  }
}

function addItem(signer: FeedSigner, item: Fields | null): void {
  if (item === null) return
  const contents = ['content_html', 'content_text', 'summary'].map((name) => toText(item[name]))
  const title = toText(item['title'])
  signer.add({ id: toText(item['id']), link: toText(item['url']), title, contents, enclosures: listFiles(item) })
}

function listFiles({ attachments }: Fields): string[] {
  return Array.isArray(attachments) ? attachments.map((file) => toText(toFields(file)?.['url'])) : []
}

/** A feed that was cut, or has a comma too many, still shows its version and its own URL. */
function readDamagedFeed(head: string, url: string): FeedClaims | null {
  if (!VERSION.test(head)) return null
  const self = declare(toText(parse(FEED_URL.exec(head)?.[1] ?? '')), url)
  return { selfs: self === null ? [] : [self], title: null, generator: null, signature: null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
