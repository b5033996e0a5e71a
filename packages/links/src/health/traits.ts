import { Buffer } from 'node:buffer'
import { findRegistrableDomain } from '@canonist/web/internal/net/gate/registrable-domain'
import type { PageDocument } from '@canonist/web/internal/extract/document'

/**
 * Signs of the owner of a page. Stored with the fingerprint, to distinguish a page that its owner has rewritten from one that another
 * owner has put in its place.
 */
export interface Traits {
  readonly title: string | null
  /** As the page declares it. */
  readonly lang: string | null
  /** The smallest hashes of runs of five words of the main text: base64 of 32-bit numbers in ascending order. */
  readonly main: string
  /** The same outside of the main text: navigation, header, footer. */
  readonly frame: string
  /** Other sites that the page links to, sorted, without common ones. */
  readonly sites: readonly string[]
}

const MAIN_HASHES = 96
const FRAME_HASHES = 32
const MAX_TITLE_LENGTH = 200
const MAX_SITES = 20

/** Sites that pages of any owner link to: a shared link to one of them proves nothing. */
const COMMON_SITES: ReadonlySet<string> = new Set([
  'apple.com',
  'bit.ly',
  'cookiebot.com',
  'creativecommons.org',
  'facebook.com',
  'flickr.com',
  'goo.gl',
  'google.com',
  'instagram.com',
  'linkedin.com',
  'microsoft.com',
  'mozilla.org',
  'pinterest.com',
  'reddit.com',
  't.me',
  'telegram.me',
  'tiktok.com',
  'twitter.com',
  'vimeo.com',
  'w3.org',
  'wa.me',
  'whatsapp.com',
  'wordpress.com',
  'wordpress.org',
  'x.com',
  'youtu.be',
  'youtube.com',
])

/** @param url the final URL of the page */
export function readTraits(page: PageDocument, url: string): Traits {
  const { hashes: main } = page.mainShingles
  const ofMain = new Set(main)
  return {
    title: page.title?.slice(0, MAX_TITLE_LENGTH) ?? null,
    lang: page.lang,
    main: packHashes(main.slice(0, MAIN_HASHES)),
    frame: packHashes(page.signature.hashes.filter((hash) => !ofMain.has(hash)).slice(0, FRAME_HASHES)),
    sites: listSites(page.pageLinks, url),
  }
}

function listSites(links: readonly string[], url: string): string[] {
  const own = findSite(url)
  const sites = links.flatMap((link) => findSite(link) ?? [])
  const others = sites.filter((site) => site !== own && !COMMON_SITES.has(site))
  return [...new Set(others)].toSorted().slice(0, MAX_SITES)
}

const findSite = (url: string): string | null => findRegistrableDomain(URL.parse(url)?.hostname ?? '')

function packHashes(hashes: Uint32Array): string {
  const bytes = Buffer.alloc(hashes.length * 4)
  for (const [index, hash] of hashes.entries()) bytes.writeUInt32LE(hash, index * 4)
  return bytes.toString('base64')
}

/** The hashes of `main` or `frame`. */
export function unpackHashes(text: string): number[] {
  const bytes = Buffer.from(text, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))
}
