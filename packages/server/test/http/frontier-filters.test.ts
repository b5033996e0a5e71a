import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { createClient } from '@canonist/client'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'

let [canonist, server]: [Canonist, TestServer] = [undefined, undefined] as never

before(async () => {
  canonist = await openCanonist(':memory:')
  server = await serveForTest(canonist)
  const frontier = await canonist.frontier()
  const reasons = ['gone', 'not_found', 'redirect_to_login', 'unsupported_type'] as const
  await frontier.submit(reasons.map((reason) => `https://${reason.replaceAll('_', '-')}.example/`))
  for (const claim of await frontier.claim())
    await frontier.updateFailed(claim, {
      reason: reasons.find((reason) => claim.host.startsWith(reason.replaceAll('_', '-'))) ?? 'gone',
    })
})
after(async () => {
  await server.stop(100)
  await canonist.close()
})

const FOUND = [
  { query: 'reason=gone,not_found', reasons: ['gone', 'not_found'] },
  { query: 'reasonClass=redirect', reasons: ['redirect_to_login'] },
  { query: 'reasonClass=http,content', reasons: ['gone', 'not_found', 'unsupported_type'] },
  { query: 'reason=gone,reset&reasonClass=http', reasons: ['gone'] },
  { query: 'reason=reset', reasons: [] },
]

for (const { query, reasons } of FOUND)
  test(`GET /api/v1/frontier/urls?${query} -> ${reasons.join(', ') || 'nothing'}`, async () => {
    const list = await createClient({ url: server.url }).listFrontierUrls(
      Object.fromEntries(new URLSearchParams(query)),
    )
    assert.deepEqual(list.items.map(({ reason }) => String(reason)).toSorted(), reasons)
    const { json } = await server.call(`/api/v1/frontier/count?${query}`)
    assert.equal(json['urls'], reasons.length)
  })

const REFUSED = [
  { query: 'reason=nonsense', says: /reason: "nonsense" is not one of the names\. The nearest are \w+, \w+, \w+\./ },
  { query: 'reason=gone,timeout', says: /"timeout" is not one of the names\. Did you mean .*read_timeout/ },
  { query: 'reasonClass=htpt', says: /reasonClass: "htpt" is not one of the names\. Did you mean http\?/ },
  { query: 'reason=', says: /"" is not one of the names/ },
  { query: 'reason=gone,', says: /"" is not one of the names/ },
  { query: `reason=${'gone,'.repeat(300)}gone`, says: /It is too long\. Give at most 1,000 characters/ },
]
const PATHS = ['urls', 'count', 'reasons']

for (const { query, says } of REFUSED)
  test(`?${query.slice(0, 40)} is refused with 422 wherever URLs of the queue are chosen`, async () => {
    for (const path of PATHS) {
      const { status, text } = await server.call(`/api/v1/frontier/${path}?${query}`)
      assert.equal(status, 422, path)
      assert.match((JSON.parse(text) as { detail: string }).detail, says)
    }
    for (const action of ['requeue', 'forget']) {
      const body = Object.fromEntries(new URLSearchParams(query))
      const { status, text } = await server.call(`/api/v1/frontier/${action}`, { method: 'POST', body })
      assert.equal(status, 422, action)
      assert.match((JSON.parse(text) as { detail: string }).detail, says)
    }
  })

interface Parameter {
  readonly name: string
  readonly schema: { readonly pattern?: string; readonly maxLength?: number }
}

test('the OpenAPI document describes exactly the values that are accepted', async () => {
  const { json } = await server.call('/openapi.json')
  const paths = json['paths'] as Record<string, Record<string, { readonly parameters: readonly Parameter[] }>>
  for (const path of PATHS) {
    const parameters = paths[`/api/v1/frontier/${path}`]?.['get']?.parameters ?? []
    const matches = (query: string): boolean =>
      [...new URLSearchParams(query)].every(([name, value]) => {
        const { pattern = '', maxLength = 0 } = parameters.find((each) => each.name === name)?.schema ?? {}
        return new RegExp(pattern, 'u').test(value) && value.length <= maxLength
      })
    for (const { query } of FOUND) assert.ok(matches(query), `${path}?${query}`)
    for (const { query } of REFUSED) assert.ok(!matches(query), `${path}?${query}`)
  }
})
