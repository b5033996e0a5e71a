import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importCleanParam } from '../../../src/policy/import/clean-param.ts'

const read = (text: string) => importCleanParam(text, { host: 'Shop.example.com' })

const TAKEN = [
  { why: 'the whole host', line: 'Clean-param: ref', site: { query: { strip: ['ref'] } } },
  { why: 'several names', line: 'Clean-param: a&b&c', site: { query: { strip: ['a', 'b', 'c'] } } },
  {
    why: 'below a path',
    line: 'Clean-param: sort /list',
    site: { paths: { '/list': { query: { strip: ['sort'] } } } },
  },
  {
    why: 'a file',
    line: 'Clean-param: s /forum/t.php',
    site: { paths: { '/forum/t.php': { query: { strip: ['s'] } } } },
  },
  {
    why: 'the last slash goes',
    line: 'Clean-param: s /forum/',
    site: { paths: { '/forum': { query: { strip: ['s'] } } } },
  },
  {
    why: 'a star at the end says nothing',
    line: 'Clean-param: s /f/*',
    site: { paths: { '/f': { query: { strip: ['s'] } } } },
  },
  { why: 'the root is the whole host', line: 'Clean-param: s /', site: { query: { strip: ['s'] } } },
  { why: 'the directive in any case', line: 'CLEAN-PARAM:s', site: { query: { strip: ['s'] } } },
  { why: 'a comment behind it', line: 'Clean-param: s # sessions', site: { query: { strip: ['s'] } } },
  { why: 'a star in a name is a star', line: 'Clean-param: a*b', site: { query: { strip: ['/^a\\*b$/'] } } },
  { why: 'a name with brackets is plain', line: 'Clean-param: f[]', site: { query: { strip: ['f[]'] } } },
]
for (const { why, line, site } of TAKEN) {
  test(`${line} is taken over (${why})`, () => {
    const { spec, imported, skipped } = read(line)
    assert.deepEqual(spec, { name: 'Shop.example.com', extends: 'rfc3986', sites: { 'shop.example.com': site } })
    assert.equal(imported, 1)
    assert.deepEqual(skipped, [])
  })
}

const SKIPPED = [
  { line: 'Clean-param:', reason: /names no parameter/ },
  { line: 'Clean-param: &', reason: /names no parameter/ },
  { line: 'Clean-param: a b', reason: /join names with &/ },
  { line: 'Clean-param: a /x /y', reason: /not a path/ },
  { line: 'Clean-param: a /x*/y', reason: /wildcard/ },
]
for (const { line, reason } of SKIPPED) {
  test(`${line} is skipped: ${reason.source}`, () => {
    const { spec, imported, skipped } = read(line)
    assert.deepEqual(spec, { name: 'Shop.example.com', extends: 'rfc3986' })
    assert.equal(imported, 0)
    assert.equal(skipped[0]?.at, 'line 1')
    assert.equal(skipped[0]?.text, line)
    assert.match(skipped[0]?.reason ?? '', reason)
  })
}

test('a whole robots.txt: other lines are passed over, sections do not matter, line numbers count all lines', () => {
  const { spec, imported, skipped } = read(
    'User-agent: *\r\nDisallow: /x\r\n# Clean-param: no\r\nClean-param: a /p\r\n\r\nUser-agent: Y\r\nClean-param: b /p/q\r\nClean-param: c d',
  )
  assert.deepEqual(spec.sites, {
    'shop.example.com': {
      // The longer prefix also says what the shorter one says, because only the longest counts.
      paths: { '/p': { query: { strip: ['a'] } }, '/p/q': { query: { strip: ['a', 'b'] } } },
    },
  })
  assert.equal(imported, 2)
  assert.deepEqual(
    skipped.map(({ at }) => at),
    ['line 8'],
  )
})

test('the policy is named and extended as asked', () => {
  const { spec } = importCleanParam('', { host: 'e.com', name: 'mine', extends: 'dedupe' })
  assert.deepEqual(spec, { name: 'mine', extends: 'dedupe' })
})

test('a host that is none skips every line', () => {
  const { skipped } = importCleanParam('Clean-param: a', { host: 'https://e.com/' })
  assert.match(skipped[0]?.reason ?? '', /not a host name/)
})
