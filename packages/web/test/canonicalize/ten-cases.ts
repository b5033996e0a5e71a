import { rss } from './support/documents.ts'
import type { Scenario } from './support/scenario.ts'

const feed = (self?: string): string => rss(self === undefined ? {} : { self })

/** The ten cases that the design of progressive canonicalization was argued with, by their names. */
export const TEN_CASES: readonly Scenario[] = [
  {
    name: 'case 1: tracking parameters are the only difference',
    input: 'https://example.com/feed?utm_source=twitter',
    web: {
      'https://example.com/feed?utm_source=twitter': feed('https://example.com/feed?utm_source=rss'),
      'https://example.com/feed?utm_source=rss': feed('https://example.com/feed?utm_source=rss'),
      'https://example.com/feed': feed('https://example.com/feed?utm_source=rss'),
    },
    url: 'https://example.com/feed',
    because: 'content_verified',
    requests: 2,
  },
  {
    name: 'case 2: www mismatch',
    input: 'https://www.example.com/feed',
    web: {
      'https://www.example.com/feed': feed('https://example.com/feed'),
      'https://example.com/feed': feed('https://example.com/feed'),
    },
    url: 'https://example.com/feed',
    because: 'content_verified',
    requests: 2,
  },
  {
    name: 'case 3: http to https upgrade',
    input: 'http://example.com/feed',
    web: {
      'http://example.com/feed': feed('http://example.com/feed'),
      'https://example.com/feed': feed('http://example.com/feed'),
    },
    url: 'https://example.com/feed',
    because: 'upgrade_https',
    requests: 2,
  },
  {
    name: 'case 4: functional query parameters stay',
    input: 'https://example.com/feed.php?id=123&utm_source=twitter',
    web: {
      'https://example.com/feed.php?id=123&utm_source=twitter': feed('https://example.com/feed.php?id=123'),
      'https://example.com/feed.php?id=123': feed('https://example.com/feed.php?id=123'),
      'https://example.com/feed.php': rss({ title: 'Everything' }),
    },
    url: 'https://example.com/feed.php?id=123',
    because: 'content_verified',
    requests: 2,
  },
  {
    name: 'case 5: the self URL is wrong',
    input: 'https://example.com/feed',
    web: {
      'https://example.com/feed': feed('https://example.com/old-feed'),
      'https://example.com/old-feed': rss({ title: 'Harbour log until 2019' }),
    },
    url: 'https://example.com/feed',
    because: 'fallback',
    requests: 2,
  },
  {
    name: 'case 6: a redirect chain is one request',
    input: 'https://old.example.com/rss',
    web: {
      'https://old.example.com/rss': { location: 'https://new.example.com/rss' },
      'https://new.example.com/rss': { location: 'https://example.com/feed' },
      'https://example.com/feed': feed('https://example.com/feed'),
    },
    url: 'https://example.com/feed',
    because: 'response_url',
    requests: 1,
  },
  {
    name: 'case 7: a mirror on another host gives way to what the publisher declares',
    input: 'https://cdn.example.com/feed',
    web: {
      'https://cdn.example.com/feed': feed('https://example.com/feed'),
      'https://example.com/feed': feed('https://example.com/feed'),
    },
    url: 'https://example.com/feed',
    because: 'content_verified',
    requests: 2,
  },
  {
    name: 'case 8: the same feed in other bytes, and a self URL that could not win',
    input: 'https://example.com/feed',
    web: {
      'https://example.com/feed': rss({ self: 'https://www.example.com/feed', built: 'Monday' }),
      'https://www.example.com/feed': rss({ self: 'https://www.example.com/feed', built: 'Tuesday' }),
    },
    url: 'https://example.com/feed',
    because: 'response_url',
    requests: 1,
  },
  {
    name: 'case 9: multiple slashes',
    input: 'https://example.com//feed',
    web: {
      'https://example.com//feed': feed('https://example.com/feed'),
      'https://example.com/feed': feed('https://example.com/feed'),
    },
    url: 'https://example.com/feed',
    because: 'content_verified',
    requests: 2,
  },
  {
    name: 'case 10: a punycode domain',
    input: 'https://münchen.example.com/feed',
    web: { 'https://xn--mnchen-3ya.example.com/feed': feed('https://münchen.example.com/feed') },
    url: 'https://xn--mnchen-3ya.example.com/feed',
    because: 'response_url',
    requests: 1,
  },
]
