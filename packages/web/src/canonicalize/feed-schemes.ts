/** Schemes that once started feed readers and podcast players; the feed itself is always on the web. */
const FEED_SCHEMES = ['feed', 'rss', 'pcast', 'itpc', 'podcast']

// `feed:https://…`, and `feed://https://…` as some programs write it.
const WRAPPED = new RegExp(`^(?:${FEED_SCHEMES.join('|')}):(?://)?(?=https?://)`, 'i')
const BARE = new RegExp(`^(?:${FEED_SCHEMES.join('|')}):(?://)?`, 'i')

/**
 * `feed:https://example.com/rss` → `https://example.com/rss`; `feed://example.com/rss` → `//example.com/rss`, whose
 * scheme is still to be guessed.
 */
export function unwrapFeedScheme(text: string): string {
  return WRAPPED.test(text) ? text.replace(WRAPPED, '') : text.replace(BARE, '//')
}

export interface Whole {
  readonly text: string
  readonly isGuessed: boolean
}

// A host with a dot, then a port, a path, or nothing: `example.com:8080/feed` has no scheme, though it looks like one.
// Without credentials: `ada@example.com` is a person.
const BARE_HOST = /^[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)+\.?(?::\d+)?(?:[/?#]|$)/

/** Puts https in front of a text without a scheme; null if it does not look like a URL. */
export function guessScheme(text: string): Whole | null {
  if (/^https?:/i.test(text)) return { text, isGuessed: false }
  const bare = text.replace(/^\/\//, '')
  return BARE_HOST.test(bare) ? { text: `https://${bare}`, isGuessed: true } : null
}
