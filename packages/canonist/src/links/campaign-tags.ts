import { decoded, foldedName, pairsOf, valueOf } from '../admit/pairs.ts'

/** Decides whether the tracking parameters of a link are a tag that the maintainers of the files set themselves. */
export interface CampaignTags {
  /** @param removed the names of all tracking parameters of the link */
  isOwnTag(url: string, removed: readonly string[]): boolean
}

/** Those that see every tracking parameter as tracking. */
export const NO_CAMPAIGN_TAGS: CampaignTags = { isOwnTag: () => false }

/** A tag on so many links was set on purpose; people who paste links from elsewhere do not hit on the same one so often. */
const LEAST_LINKS = 5

/** Sites tag outgoing links with their own host name, and partners with what they are: fewer links show the purpose. */
const LEAST_NAMED_LINKS = 3
const NAMES_SENDER = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$|partner|affiliate|sponsor/

/**
 * Sources that other programs write into links when people copy them, so that they repeat without a purpose: share buttons and
 * social networks, assistants, mails and ads.
 */
const OF_PLATFORMS: ReadonlySet<string> = new Set(
  [
    'share copy clipboard twitter twitter.com x x.com t.co facebook facebook.com fb instagram linkedin linkedin.com',
    'reddit reddit.com whatsapp telegram pinterest youtube tiktok',
    'chatgpt chatgpt.com openai perplexity perplexity.ai copilot.com',
    'email mail substack mailchimp rss feedburner google google.com adwords bing inproduct',
  ].flatMap((names) => names.split(' ')),
)

const isOfPlatform = (source: string): boolean => OF_PLATFORMS.has(source) || source.includes('newsletter')

/** Counts the tags of all links before any is judged, so that the order of the links does not matter. */
export function countCampaignTags(urls: Iterable<string | null>): CampaignTags {
  const links = new Map<string, number>()
  for (const url of urls) {
    const source = url === null ? null : sourceOf(url)
    if (source !== null) links.set(source, (links.get(source) ?? 0) + 1)
  }
  return {
    isOwnTag(url, removed) {
      const source = removed.every((name) => isTagName(foldedName(name))) ? sourceOf(url) : null
      if (source === null || isOfPlatform(source)) return false
      return (links.get(source) ?? 0) >= (NAMES_SENDER.test(source) ? LEAST_NAMED_LINKS : LEAST_LINKS)
    },
  }
}

const isTagName = (name: string): boolean => name.startsWith('utm_')

/** Who sends the visitor, by the tag; programs for affiliates call it utm_ref or utm_ref_id. */
const SOURCE_NAMES = ['utm_source', 'utm_ref', 'utm_ref_id']

function sourceOf(url: string): string | null {
  if (!/utm/i.test(url)) return null
  const pairs = pairsOf(url)
  for (const name of SOURCE_NAMES) {
    const pair = pairs.find((each) => foldedName(each) === name)
    const source = pair === undefined ? '' : decoded(valueOf(pair)).trim().toLowerCase()
    if (source !== '') return source
  }
  return null
}
