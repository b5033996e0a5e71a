import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accepts, type Schema } from '@canonist/test-support/json-schema.ts'
import { describeApi } from '../../src/http/openapi/describe-api.ts'
import { serveForTest } from '@canonist/test-support/api-server.ts'
import { openFilled } from '@canonist/test-support/filled-canonist.ts'

// The document says what the server refuses. Each request is held against both.

interface Described {
  readonly parameters: readonly { name: string; in: string; schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly 'x-query'?: Schema
}

interface Row {
  readonly request: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly isRefused: boolean
}

const JSON_TYPE = 'application/json'
const [PAUSE, DELAY] = ['POST /api/v1/hosts/{host}/pause', 'POST /api/v1/hosts/{host}/settings']
const durations = (request: string, field: string, isRefused: boolean, ...values: unknown[]): Row[] =>
  values.map((value) => ({ request, body: { [field]: value }, isRefused }))
const queries = (request: string, isRefused: boolean, ...all: Readonly<Record<string, string>>[]): Row[] =>
  all.map((query) => ({ request, query, isRefused }))
const bodies = (request: string, isRefused: boolean, ...all: object[]): Row[] =>
  all.map((body) => ({ request, body, isRefused }))

const REQUEUE = 'POST /api/v1/frontier/requeue'

const ROWS: readonly Row[] = [
  ...queries('GET /api/v1/pages', true, { after: '' }, { after: 'é' }, { limit: '0' }, { prefix: 'example.com' }),
  ...queries('GET /api/v1/pages', true, { host: '' }, { q: '/docs' }, { q: '?x/' }, { verdict: 'fine' }),
  ...queries('GET /api/v1/pages', true, { host: 'a.example', q: 'a' }, { prefix: 'http://a.example', q: 'a' }),
  ...queries('GET /api/v1/pages', false, {}, { prefix: 'HTTPS://a.example' }, { q: '' }, { q: 'a/b' }, { q: '?x' }),
  ...queries('GET /api/v1/hosts', true, { after: '' }, { q: 'a', condition: 'down' }),
  ...queries('GET /api/v1/hosts', false, { q: 'a' }, { condition: 'paused' }),
  ...queries('GET /api/v1/health', true, { verdict: 'gone', verdicts: 'gone' }, { verdicts: 'gone,fine' }),
  ...queries('GET /api/v1/health', false, { verdicts: 'gone,moved' }),
  ...queries('GET /api/v1/frontier/urls', true, { q: '/docs' }, { q: 'https:///docs' }, { host: 'a.example', q: '?/' }),
  ...queries('GET /api/v1/frontier/urls', false, { host: 'a.example', q: '/docs' }, { q: 'https://' }, { q: '?' }),
  ...durations(PAUSE, 'for', true, 0, -1, 2_592_000.1, '0', '0s', '31d', '721h', '5 s', '', '1e3', null, true),
  ...durations(PAUSE, 'for', false, 1e-7, 1.5, 2_592_000, '0.1ms', '250ms', '90', '1.5h', '30d', '720h', '30.0d'),
  ...durations(DELAY, 'delay', true, -1, 86_401, 1e300, '25h', '1.5d', 'soon', '-1s', `${'0'.repeat(100)}1s`),
  ...durations(DELAY, 'delay', false, 0, 1e-7, 86_400, null, '0', '24h', '1d', '0.5s'),
  ...bodies(REQUEUE, true, {}, { limit: 5 }, { q: '' }, { q: 'http://' }, { q: '/docs' }, { state: 'dead', after: '' }),
  ...bodies(REQUEUE, true, { host: 'a.example', q: '?/' }),
  ...bodies(REQUEUE, false, { ids: [], q: '?/' }, { state: 'dead' }, { q: 'a' }, { host: 'a.example', q: '/docs' }),
  ...bodies('POST /api/v1/explain', true, { url: 'x', policy: 'none' }, { url: 'x', policy: { wwww: 'strip' } }),
  ...bodies(
    'POST /api/v1/explain',
    true,
    { url: 'x', policy: { www: 'no' } },
    { url: 'x', policy: { extends: './a' } },
  ),
  ...bodies('POST /api/v1/explain', true, { url: 'x', policy: { query: { keepOnly: [] } } }, { url: 'x', policy: [] }),
  ...bodies('POST /api/v1/explain', false, { url: 'x', policy: {} }, { url: 'x', policy: { query: { strip: ['a'] } } }),
  { request: 'POST /api/v1/normalize', query: { policy: 'none' }, body: { urls: [] }, isRefused: true },
  { request: 'POST /api/v1/normalize', query: { policy: 'links' }, body: { urls: [] }, isRefused: false },
  { request: 'POST /api/v1/frontier/urls', query: { priority: 'high' }, body: { urls: [] }, isRefused: false },
  ...bodies('POST /api/v1/runs', true, { kind: 'canonicalize', options: {} }, { kind: 'ingest', options: {} }),
  ...bodies('POST /api/v1/runs', true, { kind: 'canonicalize', options: { urls: ['x'], upload: 1 } }),
  ...bodies('POST /mcp', true, {}, { jsonrpc: '2.0', id: null, method: 'ping' }, { jsonrpc: '2.0', method: 'x', a: 1 }),
  ...bodies('POST /mcp', false, { jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: 'a', method: 'x' }),
  ...bodies('POST /mcp', false, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: [] }),
  ...bodies('POST /api/v1/reviews/{id}/decision', true, { decision: 'accept', note: '🙂'.repeat(10_001) }, {}),
  ...bodies('POST /api/v1/reviews/{id}/decision', true, { decision: 'accept', note: 'x'.repeat(20_001) }),
  ...bodies('POST /api/v1/reviews/{id}/decision', false, { decision: 'accept', note: '🙂'.repeat(10_000) }),
  ...bodies('POST /api/v1/session', true, { token: '' }, { token: '🙂'.repeat(4097) }, {}),
  { request: 'POST /api/v1/uploads', query: { name: '🙂'.repeat(256) }, isRefused: true },
  { request: 'POST /api/v1/uploads', query: { name: '' }, isRefused: true },
]

// As programs read it.
const { paths, components } = JSON.parse(JSON.stringify(describeApi('1.2.3'))) as ReturnType<typeof describeApi>
const canonist = await openFilled()
const server = await serveForTest(canonist, { allowsNetwork: false })
after(async () => {
  await server.stop(100)
  await canonist.close()
})

for (const { request, query = {}, body, isRefused } of ROWS) {
  const [method = '', path = ''] = request.split(' ')
  const shown = JSON.stringify({ ...query, ...body })
  const name = shown.length > 100 ? `${shown.slice(0, 100)}…` : shown
  test(`${request} ${name} is ${isRefused ? 'refused' : 'accepted'} by document and server`, async () => {
    const described = paths[path]?.[method.toLowerCase()] as Described
    assert.equal(isDescribed(described, query, body), !isRefused, 'the document')
    const target = `${path.replace('{host}', 'example.com').replace('{id}', '1')}?${new URLSearchParams(query).toString()}`
    const { status, text } = await server.call(target, { method, ...(body === undefined ? {} : { body }) })
    assert.ok(isRefused ? [400, 422].includes(status) : status < 300 || status === 404, `${status} ${text}`)
  })
}

function isDescribed(
  { parameters, requestBody, 'x-query': relations = {} }: Described,
  query: Readonly<Record<string, string>>,
  body: object | undefined,
): boolean {
  const fits = (schema: Schema, value: unknown): boolean => accepts(schema, value, { ...schema, components } as Schema)
  const known = parameters.filter(({ in: where }) => where === 'query')
  const given = known.filter(({ name }) => Object.hasOwn(query, name))
  // A parameter is text; one that is a number is read as one.
  const read = ({ name, schema }: (typeof known)[number]): unknown =>
    schema.type === 'integer' ? Number(query[name]) : query[name]
  return (
    given.length === Object.keys(query).length &&
    given.every((parameter) => fits(parameter.schema, read(parameter))) &&
    fits(relations, query) &&
    (body === undefined || fits(requestBody?.content[JSON_TYPE]?.schema ?? {}, body))
  )
}
