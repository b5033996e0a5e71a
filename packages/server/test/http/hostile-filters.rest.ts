import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { serveForTest, type Answer, type TestServer } from '@canonist/test-support/api-server.ts'
import { toCall } from '@canonist/test-support/call-operation.ts'
import { everyDatabase } from '@canonist/test-support/databases.ts'

/** Hosts and paths that a filter with wildcards would mix up. */
const URLS = [
  'https://a_b.example/',
  'https://axb.example/',
  'https://a.example/100%25',
  'https://a.example/100x',
  'https://a.example/1_0',
  'https://a.example/1x0',
  "https://a.example/it's",
  'https://a.example/back%5Cslash',
  'https://a.example/A',
  'https://a.example/a',
  'https://a.example/%F0%9F%99%82',
  'https://xn--mnchen-3ya.example/',
  'nonsense %_\\',
]

const NOW = Date.UTC(2026, 0, 31)

async function serveFilled(location: string): Promise<TestServer> {
  const canonist = await openCanonist(location, { now: () => NOW })
  await (await canonist.registry()).ingest(URLS)
  await (await canonist.frontier()).submit(URLS)
  const server = await serveForTest(canonist, { now: () => NOW, allowsNetwork: false })
  after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

const [sqlite, postgres] = await everyDatabase()
const servers = [
  await serveFilled(await sqlite.freshLocation()),
  await serveFilled(await postgres.freshLocation()),
] as const

const LONG = 100_000
const TEXTS = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  '!',
  '\0',
  '\ud800',
  '\udc00x',
  'a%',
  'a_b',
  'a_b.example',
  'a%.example',
  'a\\_b.example',
  '!_',
  "a.example' or '1'='1",
  'a.example',
  'A.EXAMPLE',
  'münchen.example',
  'a.example/1',
  'a.example/1_',
  'a.example/100%',
  'a.example/100%25',
  'https://a.example/1',
  'https://a.example/1_',
  'https://a.example/1%',
  'https://a.example/100%25',
  "https://a.example/it'",
  'https://a.example/back\\',
  'https://a.example/\ud800',
  'https://a.example/\0',
  'https://a.example/🙂',
  'https://a.example/a',
  '/1_',
  '🙂',
  '\uffff',
  '%'.repeat(2000),
  '\\'.repeat(2000),
  `https://a.example/${'_'.repeat(2000)}`,
  'x'.repeat(LONG),
  `https://a.example/${'%'.repeat(LONG)}`,
]

/** Fields that any text may be tried in: not those with a closed list of words. */
function listTextFields({ input }: Operation): string[] {
  if (!(input instanceof z.ZodObject)) return []
  return Object.entries(input.shape)
    .filter(([, field]) => (field as z.ZodType).safeParse('text').success)
    .map(([name]) => name)
}

/** Those that only read, and those that change what a filter finds: forgetting comes last. */
const filtered = (Object.values(OPERATIONS) as Operation[]).filter(
  ({ name, method }) =>
    method === 'GET' || ['requeueFrontierUrls', 'prioritizeFrontierUrls', 'forgetFrontierUrls'].includes(name),
)

/** Needed beside the text. */
const BESIDES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  prioritizeFrontierUrls: { priority: 'high' },
}

let requests = 0
for (const operation of filtered) {
  for (const field of listTextFields(operation)) {
    test(`${operation.name} with a hostile ${field} has the same result on both databases`, async () => {
      for (const text of TEXTS) {
        const [path, call] = toCall(operation, { ...BESIDES[operation.name], ...examplesOf(operation), [field]: text })
        const [one, other] = await Promise.all(servers.map((server) => server.call(path, call)))
        assert.ok(one !== undefined && other !== undefined)
        requests += 2
        const name = JSON.stringify(text.slice(0, 60))
        assert.ok(one.status < 500, `${name}: ${one.status} ${one.text.slice(0, 300)}`)
        assert.equal(one.status, other.status, `${name}: ${one.text.slice(0, 300)} | ${other.text.slice(0, 300)}`)
        assert.deepEqual(comparable(one), comparable(other), name)
      }
    })
  }
}

test('the filters were tried', () => assert.ok(requests > 1000, String(requests)))

/** Fields that an operation cannot do without, from its first example. */
function examplesOf({ input, examples }: Operation): Readonly<Record<string, unknown>> {
  if (!(input instanceof z.ZodObject)) return {}
  const [example = {}] = examples as readonly Readonly<Record<string, unknown>>[]
  return Object.fromEntries(
    Object.entries(example).filter(([name]) => !(input.shape[name] as z.ZodType).safeParse(undefined).success),
  )
}

/** Without the name of the database, and without times: in the queue, PostgreSQL's own clock counts. */
function comparable({ text }: Answer): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'database') return undefined
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'a time' : value
  })
}
