import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import { definePolicy, explain, normalize, policies, tryNormalize, type PolicySpec } from '@canonist/core'
import { canonicalize } from 'canonist/canonicalize'
import { createFetcher } from 'canonist/net'
import { readDocument } from '@canonist/web/internal/extract/document'
import { readCode, readCodes, rowsUnder } from '../support/markdown.ts'
import { PACKAGES } from '../support/packages.ts'
import { readText } from '../support/repository.ts'

const fingerprint = (spec: Omit<PolicySpec, 'name'>): string => definePolicy({ name: 'a', ...spec }).fingerprint

const PLAIN = fingerprint({})

const leftOut: readonly Omit<PolicySpec, 'name'>[] = [
  { version: '2', description: 'other words', $schema: './x.json' },
  { examples: [{ input: 'https://example.com/' }] },
  { hosts: { allow: ['example.com'] } },
  { languages: { prefer: ['es'], note: [], tokens: {} } },
  { pagination: { params: ['p'] } },
  { classify: { documentExtensions: ['pdf'], procedureWords: [] } },
  { citation: { qualifier: 'x', homePages: 'never' } },
  { evidence: [{ seen: 412 }] },
]
for (const spec of leftOut) {
  test(`0004: ${JSON.stringify(spec)} leaves the fingerprint alone`, () => assert.equal(fingerprint(spec), PLAIN))
}

const covered: readonly Omit<PolicySpec, 'name'>[] = [
  { www: 'strip' },
  { query: { strip: ['ref'] } },
  { query: { tracking: 'core' } },
  { query: { signed: 'guard' } },
  { session: true },
  { unwrap: true },
  { sites: { 'example.com': {} } },
  { sites: { 'example.com': { paths: { '/a': {} } } } },
]
test('0004: what can change a normalized URL changes the fingerprint', () => {
  const all = [PLAIN, ...covered.map(fingerprint)]
  assert.equal(new Set(all).size, all.length)
})

test('0004: neither the name nor the order of a list matters, nor the evidence of a rewrite', () => {
  assert.equal(definePolicy({ name: 'b' }).fingerprint, PLAIN)
  assert.equal(fingerprint({ query: { strip: ['a', 'b'] } }), fingerprint({ query: { strip: ['b', 'a'] } }))
  const rewrite = { match: '/a', to: '/b' }
  assert.equal(
    fingerprint({ rewrites: [rewrite] }),
    fingerprint({ rewrites: [{ ...rewrite, evidence: { pairs: 1 } }] }),
  )
})

const wrap = (url: string, times: number): string =>
  times === 0 ? url : wrap(`https://out.reddit.com/x?url=${encodeURIComponent(url)}`, times - 1)

test('0005: redirectors inside redirectors are unwrapped as far as the rounds go, or not at all', () => {
  const policy = definePolicy({ name: 'a', unwrap: true })
  assert.equal(normalize(wrap('https://example.com/a', 7), policy), 'https://example.com/a')
  const deep = wrap('https://example.com/a', 8)
  assert.equal(normalize(deep, policy), deep)
})

test('0006: a signed URL keeps scheme, host, path and query; spelling, port and fragment are normalized', () => {
  const policy = definePolicy({
    name: 'a',
    scheme: 'https',
    www: 'strip',
    trailingSlash: 'strip',
    query: { tracking: 'core', sort: true, signed: 'guard' },
    fragment: 'strip',
  })
  const explanation = explain('http://WWW.example.com:80/%7ea/?b=1&Signature=x&a=2&gclid=3#top', policy)
  assert.ok(explanation.ok)
  assert.equal(explanation.url, 'http://www.example.com/~a/?b=1&Signature=x&a=2&gclid=3')
  assert.match(explanation.notes.join(), /signature/)
})

test('0007: the way with the recogniser and the one that runs every rule agree', () => {
  for (const input of readText('examples/links.txt').split('\n')) {
    for (const policy of Object.values(policies)) {
      const [fast, slow] = [tryNormalize(input, policy), explain(input, policy)]
      assert.equal(fast.ok ? fast.url : fast.code, slow.ok ? slow.url : slow.code, `${input} under ${policy.name}`)
    }
  }
})

const readDependencies = (name: string): string[] => {
  const { dependencies = {} } = JSON.parse(readText(`packages/${name}/package.json`)) as {
    dependencies?: Record<string, string>
  }
  return Object.keys(dependencies).toSorted()
}

const isOwn = (dependency: string): boolean => dependency.startsWith('@canonist/')

const packageRows = rowsUnder(readText('docs/decisions/0034-packages.md'), 'package', 'holds', 'builds on')
const toFolder = (cell: string | undefined): string => readCode(cell).replace('@canonist/', '')

test('0034: the page lists the packages in the order of their dependencies', () => {
  assert.deepEqual(
    packageRows.map(([cell]) => toFolder(cell)),
    PACKAGES,
  )
})

for (const name of PACKAGES) {
  test(`0008: the page names the dependencies of ${name}, and no other`, () => {
    const rows = rowsUnder(readText('docs/decisions/0008-dependencies.md'), 'package', 'of', 'for', 'instead of')
    const named = rows.flatMap(([names, users]) => (readCodes(users).includes(name) ? readCodes(names) : []))
    const foreign = readDependencies(name).filter((dependency) => !isOwn(dependency))
    assert.deepEqual(named.toSorted(), foreign)
  })

  test(`0034: the page says on which packages ${name} builds`, () => {
    const [, , base] = packageRows.find(([cell]) => toFolder(cell) === name) ?? []
    assert.deepEqual(
      readCodes(base).toSorted(),
      readDependencies(name)
        .filter(isOwn)
        .map((own) => own.replace('@canonist/', '')),
    )
  })
}

test('0008: the tools that the page names are those of the workspace', () => {
  const { devDependencies } = JSON.parse(readText('package.json')) as { devDependencies: Record<string, string> }
  const page = readText('docs/decisions/0008-dependencies.md')
  const start = page.indexOf('**The workspace**')
  const named = readCodes(page.slice(start, page.indexOf('**Looked at and left out**')))
  const commands = new Set(['npm ci', 'node:test'])
  const tools = named.filter((name) => !commands.has(name))
  assert.ok(tools.length > 0)
  for (const tool of tools) assert.ok(Object.hasOwn(devDependencies, tool), tool)
})

test('0009: a host with one private address gets no request', async () => {
  const asked: string[] = []
  const fetcher = createFetcher({
    dnsFn: async () => ['93.184.216.34', '10.0.0.1'],
    exchangeFn: async ({ address }) => {
      asked.push(address)
      return { status: 200, headers: {}, body: '' }
    },
  })
  const exchange = await fetcher.fetch('https://example.com/')
  assert.equal(exchange.ok ? exchange.status : exchange.code, 'private_address')
  assert.deepEqual(asked, [])
})

test('0010: at most five requests by default: the first, the other scheme, and three', async () => {
  let asked = 0
  const result = await canonicalize('http://www.example.com//a/?utm_source=x', {
    dnsFn: async () => ['93.184.216.34'],
    fetchFn: async (url) => {
      asked += 1
      if (asked === 1) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return { status: 200, headers: {}, body: `${url} says something else every time` }
    },
  })
  assert.deepEqual([result.ok && result.reason, asked, result.requests], ['fallback', 5, 5])
})

test('0011: tags that are never closed cost their number, not its square', () => {
  const body = new TextEncoder().encode('<html>' + '<div>'.repeat(200_000))
  const start = process.cpuUsage()
  assert.equal(readDocument({ url: 'https://example.com/', headers: {}, body }).kind, 'page')
  // Processor time: a busy machine takes its time over the rest.
  assert.ok(process.cpuUsage(start).user < 1_000_000)
})
