import { declare } from '../declared.ts'
import { oneLine } from '../text/own-copy.ts'
import type { FeedClaims } from './feed-document.ts'
import { FeedSigner } from './feed-signature.ts'

type Fields = Readonly<Record<string, unknown>>

/** As PHP writes JSON, slashes may be escaped. */
const VERSION = /"version"\s*:\s*"https?:\\?\/\\?\/(?:www\.)?jsonfeed\.org\\?\//
const FEED_URL = /"feed_url"\s*:\s*("[^"\\]*(?:\\[^][^"\\]*)*")/

/** Enough for what stands before a feed's items. */
const HEAD_LENGTH = 65_536

/** What a JSON Feed claims, or null where the text is none. https://www.jsonfeed.org/version/1.1/ */
export function readJsonFeed(text: string, url: string): FeedClaims | null {
  const feed = fieldsOf(parse(text))
  if (feed === null) return readTornFeed(text.slice(0, HEAD_LENGTH), url)
  return isFeed(feed) ? claimsOf(feed, url) : null
}

function isFeed(feed: Fields): boolean {
  const version = textOf(feed['version'])
  if (/^https?:\/\/(?:www\.)?jsonfeed\.org\//.test(version)) return true
  // Some forget the version; nothing else has these two.
  return version === '' && Array.isArray(feed['items']) && typeof feed['feed_url'] === 'string'
}

function claimsOf(feed: Fields, url: string): FeedClaims {
  const [self, title] = [declare(textOf(feed['feed_url']), url), textOf(feed['title'])]
  const signer = new FeedSigner('json')
  for (const item of Array.isArray(feed['items']) ? feed['items'] : []) addItem(signer, fieldsOf(item))
  return {
    selfs: self === null ? [] : [self],
    title: oneLine(title),
    generator: null,
    signature: signer.sign(title, textOf(feed['home_page_url'])),
  }
}

function addItem(signer: FeedSigner, item: Fields | null): void {
  if (item === null) return
  const contents = ['content_html', 'content_text', 'summary'].map((name) => textOf(item[name]))
  const title = textOf(item['title'])
  signer.add({ id: textOf(item['id']), link: textOf(item['url']), title, contents, enclosures: filesOf(item) })
}

function filesOf({ attachments }: Fields): string[] {
  return Array.isArray(attachments) ? attachments.map((file) => textOf(fieldsOf(file)?.['url'])) : []
}

/** A feed that was cut, or has a comma too many, still says what it is and where it lives. */
function readTornFeed(head: string, url: string): FeedClaims | null {
  if (!VERSION.test(head)) return null
  const self = declare(textOf(parse(FEED_URL.exec(head)?.[1] ?? '')), url)
  return { selfs: self === null ? [] : [self], title: null, generator: null, signature: null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
