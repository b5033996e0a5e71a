import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, normalize } from '../../src/index.ts'
import { REDIRECTORS } from '../../src/policy/redirectors.ts'

const UNWRAP = definePolicy({ name: 'unwrap', unwrap: true })

/** One for each entry of the list, in its order. */
const LEADS = [
  ['https://www.google.com/url?sa=t&q=https://example.com/a&usg=x', 'https://example.com/a'],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fa%3Fid%3D7&h=AT0', 'https://example.com/a?id=7'],
  ['https://l.instagram.com/?u=https%3A%2F%2Fexample.com%2Fa&e=AT0', 'https://example.com/a'],
  ['https://out.reddit.com/t3_5rsl?url=https%3A%2F%2Fexample.com%2Fa&app_name=web', 'https://example.com/a'],
  ['https://t.umblr.com/redirect?z=https%3A%2F%2Fexample.com%2Fa&t=Yz', 'https://example.com/a'],
  ['https://www.youtube.com/redirect?event=video_description&q=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
  ['https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
  ['https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Fa&rut=9b', 'https://example.com/a'],
  ['https://vk.com/away.php?to=https%3A%2F%2Fexample.com%2Fa&cc_key=', 'https://example.com/a'],
  ['https://slack-redir.net/link?url=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
  ['https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fexample.com%2Fa&urlhash=x', 'https://example.com/a'],
  ['https://www.linkedin.com/safety/go?url=https%3A%2F%2Fexample.com%2Fa&trk=x', 'https://example.com/a'],
  [
    'https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&data=05',
    'https://example.com/a',
  ],
  ['https://medium.com/r/?url=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
  ['https://exit.sc/?url=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
  ['https://link.zhihu.com/?target=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
] as const

const FURTHER = [
  ['https://www.google.es/url?url=https://example.com/a', 'https://example.com/a'],
  ['https://www.google.co.uk/url?q=https://example.com/a', 'https://example.com/a'],
  ['https://www.google.com.mx/url?q=https://example.com/a', 'https://example.com/a'],
  ['https://lm.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
  ['https://steamcommunity.com/linkfilter/?url=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
] as const

for (const [input, url] of [...LEADS, ...FURTHER]) {
  test(`${input} -> ${url}`, () => {
    assert.equal(normalize(input, UNWRAP), url)
    assert.equal(normalize(url, UNWRAP), url)
  })
}

const STAY = [
  { why: 'another path of the host', input: 'https://www.google.com/search?q=https://example.com/a' },
  { why: 'a host that only begins alike', input: 'https://google.evil.example/url?q=https://example.com/a' },
  { why: 'a host that only ends alike', input: 'https://notgoogle.com/url?q=https://example.com/a' },
  { why: 'a url parameter of any site', input: 'https://example.org/url?q=https://example.com/a' },
  { why: 'the target is no http(s) URL', input: 'https://www.google.com/url?q=javascript:alert(1)' },
  { why: 'the parameter is missing', input: 'https://l.facebook.com/l.php?h=AT0' },
  { why: 'the path of a social page', input: 'https://www.facebook.com/sharer.php?u=https://example.com/a' },
]
for (const { why, input } of STAY) {
  test(`${input} stays (${why})`, () => {
    assert.equal(normalize(input, UNWRAP), input)
  })
}

test('without unwrap a redirector stays', () => {
  const input = 'https://www.google.com/url?q=https://example.com/a'
  assert.equal(normalize(input, 'rfc3986'), input)
})

test('every redirector has its example, on its host and path', () => {
  assert.equal(LEADS.length, REDIRECTORS.length)
  for (const [index, { hosts, path }] of REDIRECTORS.entries()) {
    const { hostname, pathname } = new URL(LEADS[index]?.[0] ?? '')
    assert.ok(
      hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
      hostname,
    )
    assert.ok(path === '*' || path === pathname, pathname)
  }
})

test('hosts are in lower case and no host and path stand twice', () => {
  const places = REDIRECTORS.flatMap(({ hosts, path }) => hosts.map((host) => host + path))
  assert.deepEqual(places, [...new Set(places)])
  assert.deepEqual(
    places,
    places.map((place) => place.toLowerCase()),
  )
})
