import assert from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import { normalize, policies, tryNormalize, urlKey, type PolicyName } from 'canonist'
import { registerUrlFunctions } from '../../src/sqlite.ts'
import { createRandom, randomUrl } from '@canonist/test-support/random-url.ts'

const database = new DatabaseSync(':memory:')
registerUrlFunctions(database, { policies: { news: { extends: 'dedupe', www: 'strip' } } })

const evaluate = (expression: string, ...values: SQLInputValue[]): unknown =>
  Object.values(database.prepare(`select ${expression} as value`).get(...values) ?? {})[0]

const cases = [
  { sql: `url_normalize('HTTPS://Example.com/?b=2&a=1#top')`, gives: 'https://example.com/?a=1&b=2' },
  { sql: `url_normalize('https://www.e.com/?utm_source=x')`, gives: 'https://www.e.com/' },
  { sql: `url_normalize('https://www.e.com/?utm_source=x', 'rfc3986')`, gives: 'https://www.e.com/?utm_source=x' },
  { sql: `url_normalize('https://www.e.com/?utm_source=x', 'news')`, gives: 'https://e.com/' },
  { sql: `url_normalize('not a URL')`, gives: null },
  { sql: `url_normalize(null)`, gives: null },
  { sql: `url_normalize('https://e.com/', null)`, gives: null },
  { sql: `url_normalize(5)`, gives: null },
  { sql: `url_normalize(x'ff')`, gives: null },
  { sql: `url_key('https://E.com')`, gives: urlKey('https://e.com/') },
  { sql: `url_key('nope')`, gives: null },
  { sql: `url_host('https://u:p@E.com:8080/a')`, gives: 'e.com' },
  { sql: `url_host('https://[::1]:8080/')`, gives: '[::1]' },
  { sql: `url_same('https://e.com/?a&b', 'https://E.com/?b&a')`, gives: 1 },
  { sql: `url_same('https://e.com/?a&b', 'https://E.com/?b&a', 'rfc3986')`, gives: 0 },
  { sql: `url_same('https://e.com/', null)`, gives: null },
  { sql: `url_same('https://e.com/', 'nope')`, gives: null },
  { sql: `url_error('nope')`, gives: 'url/no-scheme' },
  { sql: `url_error('')`, gives: 'url/empty' },
  { sql: `url_error(5)`, gives: 'url/not-a-string' },
  { sql: `url_error('https://e.com/')`, gives: null },
  { sql: `url_error(null)`, gives: null },
]

for (const { sql, gives } of cases) {
  test(`SQLite: ${sql} is ${JSON.stringify(gives)}`, () => assert.equal(evaluate(sql), gives))
}

const refused = [
  { sql: `url_normalize('https://e.com/', 'nwes')`, says: /"nwes" is unknown; use one of rfc3986, .*, news/ },
  { sql: `url_normalize('https://e.com/', '__proto__')`, says: /"__proto__" is unknown/ },
  { sql: 'url_normalize()', says: /wrong number of arguments/ },
  { sql: `url_normalize('https://e.com/', 'dedupe', 'x')`, says: /wrong number of arguments/ },
]

for (const { sql, says } of refused) {
  test(`SQLite refuses ${sql}`, () => assert.throws(() => evaluate(sql), says))
}

test('an option that is wrong fails when the functions are registered', () => {
  const other = new DatabaseSync(':memory:')
  assert.throws(() => registerUrlFunctions(other, { defaultPolicy: 'none' }), /"none" is unknown/)
  assert.throws(() => registerUrlFunctions(other, { policies: { dedupe: 'links' } }), /policies\.dedupe is the name of/)
  // @ts-expect-error the spec has no such field
  assert.throws(() => registerUrlFunctions(other, { policies: { mine: { wwww: 'strip' } } }), /wwww/)
})

test('calls without a policy use the default', () => {
  const other = new DatabaseSync(':memory:')
  registerUrlFunctions(other, { defaultPolicy: 'rfc3986' })
  const row = other.prepare(`select url_normalize('https://e.com/?gclid=1#a') as url`).get()
  assert.equal(row?.['url'], 'https://e.com/?gclid=1#a')
})

test('a generated column holds the key, and an index finds it', () => {
  const other = new DatabaseSync(':memory:')
  registerUrlFunctions(other)
  other.exec(`
    create table links (url text not null, key text generated always as (url_key(url)) stored);
    create index links_by_host on links (url_host(url));
    insert into links (url) values ('https://E.com/?b&a'), ('https://e.com/?a&b#x'), ('https://f.com/')`)
  assert.deepEqual(
    other
      .prepare('select count(*) as links from links group by key order by links')
      .all()
      .map((row) => row['links']),
    [1, 2],
  )
  const plan = other.prepare(`explain query plan select * from links where url_host(url) = 'e.com'`).all()
  assert.match(String(plan[0]?.['detail']), /links_by_host/)
})

test('SQLite gives what the library gives, for random URLs under every built-in policy', () => {
  const random = createRandom(21)
  const statement = database.prepare(
    'select url_normalize(?, ?) as url, url_key(?, ?) as key, url_error(?, ?) as error',
  )
  for (let count = 0; count < 500; count += 1) {
    const input = randomUrl(random).toWellFormed()
    for (const policy of Object.keys(policies) as PolicyName[]) {
      const row = statement.get(input, policy, input, policy, input, policy)
      const outcome = tryNormalize(input, policy)
      const expected = outcome.ok
        ? { url: normalize(input, policy), key: urlKey(input, policy), error: null }
        : { url: null, key: null, error: outcome.code }
      assert.deepEqual({ ...row }, expected, JSON.stringify(input))
    }
  }
})

test('a URL of 1 MB', () => {
  const long = `https://e.com/${'a'.repeat(1_000_000)}`
  assert.equal(evaluate('url_error(?)', long), tryNormalize(long).ok ? null : 'url/too-long')
})
