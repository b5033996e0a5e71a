import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideCredentials } from '../../src/text/hide-credentials.ts'

const HIDDEN = [
  { why: 'a URL', text: 'https://user:secret@a.com/b', shown: 'https://…@a.com/b' },
  { why: 'a token in place of the user', text: 'https://secret@a.com/', shown: 'https://…@a.com/' },
  { why: 'digits are no port before an @', text: 'https://user:1234@a.com/', shown: 'https://…@a.com/' },
  { why: 'an invalid host', text: 'https://user:secret@exa mple.com/', shown: 'https://…@exa mple.com/' },
  { why: 'an @ in the password', text: 'https://user:p@secret@a.com/', shown: 'https://…@a.com/' },
  { why: 'a space in the password', text: 'https://user:se cret@a.com/', shown: 'https://…@a.com/' },
  { why: 'a space and an @', text: 'https://user:p@ss secret@a.com/', shown: 'https://…@a.com/' },
  { why: 'a space in the user', text: 'https://my user:secret@a.com/', shown: 'https://…@a.com/' },
  { why: 'a slash in the password', text: 'https://user:p/secret@a.com/', shown: 'https://…@a.com/' },
  { why: 'a hash in the password', text: 'https://user:p#secret@a.com/', shown: 'https://…@a.com/' },
  { why: 'a tab, which browsers ignore', text: 'https://us\ter:secret@a.com/', shown: 'https://…@a.com/' },
  { why: 'backslashes', text: 'http:\\\\user:secret@a.com', shown: 'http:\\\\…@a.com' },
  { why: 'three slashes', text: 'https:///user:secret@a.com', shown: 'https:///…@a.com' },
  { why: 'one slash', text: 'https:/user:secret@a.com', shown: 'https:/…@a.com' },
  { why: 'no slash', text: 'https:user:secret@a.com', shown: 'https:…@a.com' },
  { why: 'no scheme', text: 'user:secret@a.com/b', shown: '…@a.com/b' },
  { why: 'no scheme, in a sentence', text: 'l:1: "user:secret@a.com": No', shown: 'l:1: "…@a.com": No' },
  { why: 'no slash, in a sentence', text: 'l:1: "https:user:secret@a": No', shown: 'l:1: "https:…@a": No' },
  {
    why: 'a URL in a parameter',
    text: 'https://a.com/?u=ftp://u:secret@b.com',
    shown: 'https://a.com/?u=ftp://…@b.com',
  },
  { why: 'two URLs', text: 'a://u:secret@b.c to a://u:secret@d.e/@f', shown: 'a://…@b.c to a://…@d.e/@f' },
  { why: 'a location', text: 'postgres://u:secret@127.0.0.1/db', shown: 'postgres://…@127.0.0.1/db' },
  { why: 'cut before the @', text: '"https://user:secret…": No', shown: '"https://…": No' },
]

for (const { why, text, shown } of HIDDEN) {
  test(`${why}: ${JSON.stringify(text)} is shown as ${JSON.stringify(shown)}`, () => {
    assert.equal(hideCredentials(text), shown)
    assert.equal(hideCredentials(shown), shown)
  })
}

const KEPT = [
  'https://a.com/@user',
  'https://a.com:8080/@user',
  'https://a.com//@user',
  'https://a.com/?mail=me@b.com',
  'https://a.com:8080 belongs to me@b.com',
  'https://a.com: Write to me@b.com.',
  'https://a.com:port/',
  'http://[2001:db8::1]:80/@user',
  'mailto:me@a.com',
  'tag:me@a.com,2020:1',
  'file:///C:/Users/me@a',
  'canonist: 3 lines',
]

for (const text of KEPT) test(`${text} stays as it is`, () => assert.equal(hideCredentials(text), text))

const UNITS = [
  '//a:b',
  '//a:b ',
  'https:',
  'a:@',
  '//',
  '//a:b"',
  'a:b ',
  '=a:b@',
  '/\t',
  '//a@ ',
  '//[',
  '//a:b…',
  '//:1',
]

for (const unit of UNITS) {
  test(`takes time in proportion to the length: ${JSON.stringify(unit)}`, () => {
    const before = process.cpuUsage()
    hideCredentials(`${unit.repeat(500_000)}@`)
    // Some 0.4 s at most; a quadratic search would take hours.
    assert.ok(process.cpuUsage(before).user < 5_000_000)
  })
}
