import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rank } from '../../src/canonicalize/candidates.ts'
import { isBetter } from '../../src/canonicalize/rank.ts'
import { PLATFORMS, findUrlPlatforms, addPlatforms } from '../../src/canonicalize/platforms.ts'
import type { Platform } from '../../src/canonicalize/platforms/platform.ts'
import { resolveOptions } from '../../src/canonicalize/options.ts'
import { createPresets } from '../../src/canonicalize/presets.ts'

const presets = createPresets(resolveOptions({}))
const find = (name: string): Platform => PLATFORMS.find((platform) => platform.name === name) as Platform

/** What each platform holds to be one and the same, and what it does not. */
const FACTS: readonly (readonly [platform: string, a: string, b: string, isSame: boolean])[] = [
  ['blogger', 'https://a.blogspot.co.uk/2024/05/tides.html?m=1', 'https://a.blogspot.com/2024/05/tides.html', true],
  ['blogger', 'https://a.blogspot.de/atom.xml', 'https://a.blogspot.com/feeds/posts/default', true],
  [
    'blogger',
    'https://a.blogspot.com/feeds/posts/default?alt=rss',
    'https://a.blogspot.com/feeds/posts/default',
    false,
  ],
  ['blogger', 'https://a.blogspot.de/x', 'https://b.blogspot.com/x', false],
  ['feedburner', 'https://feeds2.feedburner.com/a?format=xml', 'https://feeds.feedburner.com/a', true],
  ['feedburner', 'https://feeds.feedburner.com/a', 'https://feeds.feedburner.com/A', false],
  ['mediawiki', 'https://w.example.org/w/index.php?title=Tides', 'https://w.example.org/wiki/Tides', true],
  ['mediawiki', 'https://w.example.org/wiki/Tides?useskin=vector', 'https://w.example.org/wiki/Tides', true],
  ['mediawiki', 'https://w.example.org/w/index.php?title=Tides&oldid=7', 'https://w.example.org/wiki/Tides', false],
  ['medium', 'https://medium.com/a/b?source=rss----7', 'https://medium.com/a/b', true],
  ['medium', 'https://medium.com/a/b?sk=71ad', 'https://medium.com/a/b', false],
  ['wordpress', 'https://example.com/?feed=rss2', 'https://example.com/feed/', true],
  ['wordpress', 'https://example.com/feed/rss2/', 'https://example.com/feed/', true],
  ['wordpress', 'https://example.com/a/?replytocom=7', 'https://example.com/a/', true],
  ['wordpress', 'https://example.com/?feed=atom', 'https://example.com/feed/', false],
  ['wordpress', 'https://example.com/?feed=atom', 'https://example.com/feed/atom/', true],
  ['wordpress', 'https://example.com/a/b/?feed=rss', 'https://example.com/a/b/feed/rss/', true],
  ['wordpress', 'https://example.com/a/b?feed=rdf&utm_source=x', 'https://example.com/a/b/feed/rdf', true],
  ['wordpress', 'https://example.com/a/index.php?feed=rss2', 'https://example.com/a/feed/', true],
  ['wordpress', 'https://example.com/a/wp-rss2.php', 'https://example.com/a/feed/', true],
  ['wordpress', 'https://example.com/?feed=rss2&cat=5', 'https://example.com/feed/', false],
  ['feedburner', 'https://feedproxy.google.com/a', 'https://feeds.feedburner.com/a', true],
  ['wordpress', 'https://example.com/?p=7', 'https://example.com/', false],
]

for (const [name, a, b, isSame] of FACTS) {
  test(`${name}: ${a} and ${b} are ${isSame ? 'one' : 'two'}`, () => {
    const { getClass } = addPlatforms(presets, [find(name)])
    assert.equal(getClass(a) === getClass(b), isSame)
    if (isSame) assert.notEqual(presets.getClass(a), presets.getClass(b), 'true without the platform, too')
  })
}

test('every platform has facts that hold and facts that do not', () => {
  for (const { name } of PLATFORMS) {
    const own = FACTS.filter(([platform]) => platform === name)
    assert.deepEqual([own.some(([, , , isSame]) => isSame), own.some(([, , , isSame]) => !isSame)], [true, true], name)
  }
})

const HOSTS: readonly (readonly [url: string, ...platforms: string[]])[] = [
  ['https://a.blogspot.com/', 'blogger'],
  ['https://a.blogspot.co.uk/', 'blogger'],
  ['https://notblogspot.com/'],
  ['https://feeds.feedburner.com/a', 'feedburner'],
  ['https://medium.com/@a', 'medium'],
  ['https://feedproxy.google.com/a', 'feedburner'],
  ['https://example.com/?feed=rss2', 'wordpress'],
  ['https://example.com/?feed=me'],
  ['https://example.com/feed/'],
]

for (const [url, ...platforms] of HOSTS) {
  test(`${url} is on ${platforms.join(', ') || 'no platform that its host proves'}`, () => {
    assert.deepEqual(
      findUrlPlatforms(url).map(({ name }) => name),
      platforms,
    )
  })
}

const ORDERS: readonly (readonly [platform: string, better: string, worse: string])[] = [
  ['wordpress', 'https://example.com/feed/', 'https://example.com/?feed=rss2'],
  ['wordpress', 'https://example.com/feed/', 'https://example.com/feed'],
  ['wordpress', 'https://example.com/a', 'https://example.com/a/'],
  ['blogger', 'https://example.com/feeds/posts/default', 'https://example.com/atom.xml'],
]

for (const [name, better, worse] of ORDERS) {
  test(`${name}: ${better} comes before ${worse}`, () => {
    const own = addPlatforms(presets, [find(name)])
    assert.ok(isBetter(rank(better, 'variant', own), rank(worse, 'variant', own)))
  })
}

test('an escape is a spelling, not a form of a platform', () => {
  const { isPlain } = addPlatforms(presets, [find('wordpress')])
  assert.equal(isPlain('https://example.com/%7Eada'), true)
  assert.equal(isPlain('https://example.com/%7Eada/?feed=rss2'), false)
})
