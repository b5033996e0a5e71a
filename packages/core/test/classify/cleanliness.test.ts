import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanliness, type CleanlinessPreferences } from '@canonist/core'

interface Row {
  readonly url: string
  readonly points: number
  readonly why: string
  readonly preferring?: CleanlinessPreferences
}

const ROWS: readonly Row[] = [
  { url: 'https://example.com/feed', points: 250, why: 'nothing to wish for' },
  { url: 'https://www.example.com/feed', points: 200, why: 'www' },
  { url: 'https://www.com/feed', points: 250, why: 'www.com is a site, not a prefix' },
  { url: 'https://example.com/feed/', points: 230, why: 'a trailing slash' },
  { url: 'https://example.com/', points: 250, why: 'the root has no other form' },
  { url: 'https://example.com/feed?id=1', points: 245, why: 'one parameter' },
  {
    url: 'https://example.com/feed?a&b&c&d&e&f&g&h',
    points: 220,
    why: 'more than six parameters cost no more than six',
  },
  { url: 'https://example.com/feed?utm_source=x', points: 220, why: 'a parameter that is tracking' },
  { url: 'https://example.com/feed?UTM%5FSource=x', points: 220, why: 'tracking in another spelling' },
  { url: 'https://bob@example.com/feed', points: 235, why: 'credentials' },
  { url: 'https://example.com/feed#top', points: 240, why: 'a fragment' },
  { url: 'https://example.com/feed#', points: 250, why: 'an empty fragment is none' },
  { url: 'http://www.example.com/feed/?utm_source=x', points: 50, why: 'everything at once' },
  { url: 'https://example.com/feed', points: 150, why: 'https is not preferred', preferring: { https: false } },
  { url: 'https://example.com/feed', points: 200, why: 'no www is not preferred', preferring: { noWww: false } },
  { url: 'https://example.com/?from=x', points: 220, why: 'a list of one’s own', preferring: { tracking: ['from'] } },
  { url: 'https://example.com/?gclid=x', points: 245, why: 'it replaces ours', preferring: { tracking: ['from'] } },
]

for (const { url, points, why, preferring } of ROWS) {
  test(`${url} has ${points} points (${why})`, () => assert.equal(cleanliness(url, preferring), points))
}
