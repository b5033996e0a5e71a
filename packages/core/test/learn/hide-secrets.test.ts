import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideSecrets, learnRules } from '../../src/learn.ts'
import { logOf } from './logs.ts'

// What a log holds of people's secrets must not be in what is made to be shared.

const E = 'https://example.com'
const hidden = [
  { why: 'userinfo goes', url: 'https://me:pw@example.com:81/a?b=1', shown: `${E}:81/a?b=1` },
  { why: 'also with an @ in it', url: 'https://me@home:pw@example.com/', shown: `${E}/` },
  { why: 'a session', url: `${E}/a?id=7&sid=d9f1c381517da768&b=1`, shown: `${E}/a?id=7&sid=d9f1...&b=1` },
  { why: 'a session of letters', url: `${E}/a?PHPSESSID=kqzrtmwpolk`, shown: `${E}/a?PHPSESSID=kqzr...` },
  { why: 'a session in the path', url: `${E}/a;jsessionid=0A1B2C3D4E?id=7`, shown: `${E}/a;jsessionid=0A1B...?id=7` },
  { why: 'another in the path', url: `${E}/(S(a1b2c3d4e5f6g7h8i9))/a`, shown: `${E}/(S(a1b2...))/a` },
  { why: 'a token', url: `${E}/a?access_token=abcdefghijkl`, shown: `${E}/a?access_token=abcd...` },
  { why: 'a password is left out', url: `${E}/a?password=hunter2`, shown: `${E}/a?password=...` },
  { why: 'an unknown random value', url: `${E}/a?x=9f3aB77c01De4421#b`, shown: `${E}/a?x=9f3a...#b` },
  { why: 'a UUID', url: `${E}/a?x=9f3a77c0-1de4-4421-8a0b-0c1d2e3f4a5b`, shown: `${E}/a?x=9f3a...` },
  { why: 'a segment', url: `${E}/reset/9f3ab77c01de4421/now`, shown: `${E}/reset/9f3a.../now` },
]
for (const { why, url, shown } of hidden) {
  test(`${url} is shown as ${shown} (${why})`, () => assert.equal(hideSecrets(url), shown))
  test(`${shown} is not cut again`, () => assert.equal(hideSecrets(shown), shown))
}

const kept = [
  `${E}/threads/1217-how-to-mend-a-bicycle-in-24-hours?page=2`,
  `${E}/a?q=iphone-15-pro-max-256gb-titanium`,
  `${E}/a?date=2024-01-02T03:04:05&id=1234567890123456789`,
  `${E}/a?q=%D0%B1%D0%B5%D1%80%D1%91%D0%B7%D0%B0`,
  `${E}/a@b?mail=me@example.com`,
  `${E}/a?sid=f00`,
]
for (const url of kept) test(`${url} stays`, () => assert.equal(hideSecrets(url), url))

test('a learned policy holds neither userinfo nor sessions of its log', async () => {
  const secret = (n: number): string => `${(n * 48_271 + 0xabcde).toString(16)}f0e1d2c3b4a5`
  const log = logOf(
    60,
    (n) => `https://me:hush@s.example/p?id=${n}`,
    (n) => `https://me:hush@s.example/p?id=${n}&sid=${secret(n)}`,
  )
  const different = [7, 8].map((n) => ({
    url: `https://me:hush@s.example/p?id=${n}&sid=${secret(n)}`,
    contentHash: '?',
  }))
  const text = JSON.stringify((await learnRules([...log, ...different])).policy)
  assert.match(text, /s\.example\/p\?id=\d+&sid=\w{4}\.\.\./)
  assert.doesNotMatch(text, /hush|f0e1d2c3b4a5/)
})
