import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation, Role } from '../../src/operations/operation.ts'
import { OTHER_PATHS } from '../../src/http/openapi/other-paths.ts'
import { serveForTest, type Call, type TestServer } from '@canonist/test-support/api-server.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'
import { openFilled } from '@canonist/test-support/filled-canonist.ts'

/** What clients rely on: these paths, with these roles, stay. */
const PROMISED: readonly { readonly request: string; readonly role: Role }[] = [
  { request: 'GET /healthz', role: 'none' },
  { request: 'GET /readyz', role: 'none' },
  { request: 'GET /metrics', role: 'read' },
  { request: 'GET /openapi.json', role: 'none' },
  { request: 'GET /docs', role: 'none' },
  { request: 'GET /api/v1/status', role: 'read' },
  { request: 'POST /api/v1/normalize', role: 'read' },
  { request: 'POST /api/v1/explain', role: 'read' },
  { request: 'POST /api/v1/compare', role: 'read' },
  { request: 'POST /api/v1/classify', role: 'read' },
  { request: 'POST /api/v1/resolve', role: 'write' },
  { request: 'POST /api/v1/canonicalize', role: 'write' },
  { request: 'POST /api/v1/admit', role: 'write' },
  { request: 'POST /api/v1/urls', role: 'write' },
  { request: 'GET /api/v1/lookup', role: 'read' },
  { request: 'GET /api/v1/pages', role: 'read' },
  { request: 'GET /api/v1/pages/{id}', role: 'read' },
  { request: 'GET /api/v1/pages/{id}/aliases', role: 'read' },
  { request: 'GET /api/v1/pages/{id}/history', role: 'read' },
  { request: 'GET /api/v1/rejected', role: 'read' },
  { request: 'GET /api/v1/reviews', role: 'read' },
  { request: 'GET /api/v1/reviews/{id}', role: 'read' },
  { request: 'POST /api/v1/reviews/{id}/decision', role: 'write' },
  { request: 'POST /api/v1/reviews/decisions', role: 'write' },
  { request: 'POST /api/v1/reviews/{id}/undo', role: 'write' },
  { request: 'GET /api/v1/frontier/urls', role: 'read' },
  { request: 'GET /api/v1/frontier/stats', role: 'read' },
  { request: 'GET /api/v1/frontier/reasons', role: 'read' },
  { request: 'GET /api/v1/frontier/leases', role: 'read' },
  { request: 'GET /api/v1/frontier/explain', role: 'read' },
  { request: 'POST /api/v1/frontier/urls', role: 'write' },
  { request: 'POST /api/v1/frontier/requeue', role: 'write' },
  { request: 'POST /api/v1/frontier/forget', role: 'write' },
  { request: 'POST /api/v1/frontier/prioritize', role: 'write' },
  { request: 'GET /api/v1/hosts', role: 'read' },
  { request: 'GET /api/v1/hosts/{host}', role: 'read' },
  { request: 'POST /api/v1/hosts/{host}/pause', role: 'write' },
  { request: 'POST /api/v1/hosts/{host}/resume', role: 'write' },
  { request: 'POST /api/v1/hosts/{host}/settings', role: 'write' },
  { request: 'GET /api/v1/health', role: 'read' },
  { request: 'GET /api/v1/health/summary', role: 'read' },
  { request: 'POST /api/v1/cite', role: 'read' },
  { request: 'GET /api/v1/policies', role: 'read' },
  { request: 'GET /api/v1/policies/{name}', role: 'read' },
  { request: 'POST /api/v1/policies/diff', role: 'read' },
  { request: 'POST /api/v1/policies/rekey', role: 'admin' },
  { request: 'GET /api/v1/learned', role: 'read' },
  { request: 'POST /api/v1/learned/{id}/adopt', role: 'admin' },
  { request: 'POST /api/v1/learned/{id}/reject', role: 'admin' },
  { request: 'GET /api/v1/runs', role: 'read' },
  { request: 'POST /api/v1/runs', role: 'write' },
  { request: 'GET /api/v1/runs/{id}', role: 'read' },
  { request: 'POST /api/v1/runs/{id}/cancel', role: 'write' },
  { request: 'POST /api/v1/runs/{id}/resume', role: 'write' },
  { request: 'GET /api/v1/uploads', role: 'read' },
  { request: 'POST /api/v1/uploads', role: 'write' },
  { request: 'DELETE /api/v1/uploads/{id}', role: 'write' },
  { request: 'GET /api/v1/events', role: 'read' },
  { request: 'POST /mcp', role: 'read' },
  { request: 'POST /api/v1/session', role: 'none' },
  { request: 'DELETE /api/v1/session', role: 'none' },
  { request: 'GET /api/v1/sessions', role: 'admin' },
  { request: 'DELETE /api/v1/sessions', role: 'admin' },
  { request: 'DELETE /api/v1/sessions/{id}', role: 'admin' },
]

const operations = Object.values(OPERATIONS) as Operation[]
const folder = temporaryFolder()
const tokensFile = folder.file(
  'tokens',
  'read r-secret-1234567890ab reader\nwrite w-secret-1234567890ab writer\nadmin a-secret-1234567890ab boss\n',
)
const TOKENS = {
  read: 'r-secret-1234567890ab',
  write: 'w-secret-1234567890ab',
  admin: 'a-secret-1234567890ab',
} as const
/** From the weakest on. */
const ROLES = ['read', 'write', 'admin'] as const

// One server for all: nothing here changes it.
const canonist = await openFilled()
const server = await serveForTest(canonist, { tokensFile, requestsPerSecond: null, allowsNetwork: false })
after(async () => {
  await server.stop(100)
  await canonist.close()
})

test('every operation that the server has is promised here, with its role', () => {
  const own = [
    ...operations.map(({ method, path, role }) => `${method} ${path}: ${role}`),
    ...Object.entries(OTHER_PATHS).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, described]) =>
          `${method.toUpperCase()} ${path}: ${(described as { readonly 'x-role': string })['x-role']}`,
      ),
    ),
  ]
  const promised = PROMISED.map(({ request, role }) => `${request}: ${role}`)
  const more = [
    'GET /api/v1/caller: read',
    'GET /api/v1/changes: read',
    'GET /api/v1/counts/history: read',
    'GET /api/v1/frontier/count: read',
    'GET /api/v1/frontier/gauges: read',
    'GET /api/v1/frontier/hosts: read',
    'GET /api/v1/health/hosts: read',
    'GET /api/v1/pages/{id}/verdict: read',
    'GET /api/v1/retention: read',
    'GET /api/v1/reviews/counts: read',
    'POST /api/v1/reviews/decisions/preview: read',
    'POST /api/v1/policies/rekey/{run}/undo: admin',
    'GET /api/v1/runs/{id}/items: read',
    'GET /api/v1/runs/{id}/log: read',
    'GET /api/v1/sample: read',
    'GET /api/v1/settings: admin',
    'POST /api/v1/examples: write',
  ]
  assert.deepEqual(own.toSorted(), [...promised, ...more].toSorted())
})

/** The status of an empty request with a token: 422 or 404 where the caller has come as far as the operation. */
async function statusWith(on: TestServer, request: string, token?: string): Promise<number> {
  const [method = '', path = ''] = request.split(' ')
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const body: Call = method === 'POST' ? { body: {} } : {}
  // Not GET: that would listen for ever.
  const asked = path === '/api/v1/events' ? 'HEAD' : method
  return (await on.call(path.replaceAll(/\{\w+\}/g, '77'), { method: asked, headers, ...body })).status
}

for (const { request, role } of PROMISED) {
  test(`${request} needs ${role}`, async () => {
    assert.equal((await statusWith(server, request)) === 401, role !== 'none')
    for (const given of ROLES) {
      const status = await statusWith(server, request, TOKENS[given])
      const isTooWeak = role !== 'none' && ROLES.indexOf(given) < ROLES.indexOf(role)
      // What would fetch is refused by this server, but later.
      if (isTooWeak) assert.equal(status, 403, given)
      else assert.notEqual(status, 401, given)
    }
  })
}

const lists = operations.filter(({ method, path, output }) => {
  const [, , , , last] = path.split('/')
  return method === 'GET' && last === undefined && 'items' in ((output as { shape?: object }).shape ?? {})
})

for (const { path } of lists) {
  test(`GET ${path} takes 1 to 500 items`, async () => {
    const call = { headers: { authorization: 'Bearer a-secret-1234567890ab' } }
    for (const limit of ['0', '501', '-1', '1.5', 'x', '', '1e2', '+1', ' 1', '0x1'])
      assert.equal((await server.call(`${path}?limit=${encodeURIComponent(limit)}`, call)).status, 422, limit)
    for (const limit of ['1', '50', '500']) {
      const { status, json } = await server.call(`${path}?limit=${limit}`, call)
      assert.equal(status, 200, limit)
      assert.ok(Array.isArray(json['items']) && json['items'].length <= Number(limit))
      assert.ok(json['next'] === null || typeof json['next'] === 'string')
    }
  })
}

test('there are lists of pages, rejected inputs, reviews, hosts, verdicts, policies, learned rules, runs, uploads and sessions', () => {
  const names = lists.map(({ path }) => path.split('/')[3])
  assert.deepEqual(names, [
    'pages',
    'rejected',
    'reviews',
    'hosts',
    'health',
    'policies',
    'learned',
    'runs',
    'uploads',
    'sessions',
  ])
})
