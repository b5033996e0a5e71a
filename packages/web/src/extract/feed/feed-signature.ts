import { createHash } from 'node:crypto'
import type { FeedFormat } from './feed-format.ts'
import { tryNormalize } from '@canonist/core'

/** Longer texts are compared unchanged. */
const MAX_FOLDED_LENGTH = 8192

/**
 * A link as feeds are compared by it: without scheme, www, tracking and last slash. The fragment stays, for a list of
 * changes may have no other mark to tell its items apart.
 *
 * @example
 * foldLink('http://www.example.com/a/?utm_source=feed') // '//example.com/a'
 */
export function foldLink(link: string): string {
  const trimmed = link.trim()
  if (trimmed.length > MAX_FOLDED_LENGTH || !/^https?:/i.test(trimmed)) return trimmed
  const [, page = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(trimmed) ?? []
  const folded = tryNormalize(page, 'feed-aggressive')
  return folded.ok ? folded.url.slice(folded.url.indexOf('//')) + fragment : trimmed
}

/** Removes scheme and www from links in a text: servers write them as they were requested. */
function foldLinksInText(text: string): string {
  return text.replaceAll(/https?:\/\/(?:www\.)?/gi, '//')
}

/** Identifies a feed across fetches: equal digests mean the same feed. */
export interface FeedSignature {
  /** SHA-256 in hexadecimal, over the format, title, site link, and the items in order. */
  readonly digest: string
  /** The same over the files of the items: an ad-free or a proxied podcast has the same items and other files. */
  readonly enclosures: string
  readonly items: number
}

/** The parts of an item that are compared. */
export interface SignedItem {
  readonly id: string
  readonly link: string
  readonly title: string
  readonly contents: readonly string[]
  /** URLs of files, as written. */
  readonly enclosures: readonly string[]
}

/** Takes the items one by one, so that no feed is in memory twice. */
export class FeedSigner {
  readonly #format: FeedFormat
  readonly #hash = createHash('sha256')
  readonly #enclosures = createHash('sha256')
  #items = 0

  constructor(format: FeedFormat) {
    this.#format = format
  }

  add({ id, link, title, contents, enclosures }: SignedItem): void {
    const fields = [
      foldLink(id),
      foldLink(link),
      squeeze(title),
      ...contents.map((text) => squeeze(foldLinksInText(text))),
    ]
    if (fields.every((field) => field === '')) return
    this.#items += 1
    this.#hash.update(JSON.stringify(fields))
    this.#enclosures.update(JSON.stringify(enclosures.map(foldLink)))
  }

  /** The signature; call it once. Null without items, since nothing would distinguish feeds. */
  sign(title: string, siteLink: string): FeedSignature | null {
    if (this.#items === 0) return null
    const head = [this.#format, squeeze(title), foldLink(siteLink), this.#items]
    const digest = this.#hash.update(JSON.stringify(head)).digest('hex')
    return { digest, enclosures: this.#enclosures.digest('hex'), items: this.#items }
  }
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
