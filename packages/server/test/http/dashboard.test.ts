import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { serveForTest, type TestServer } from '@canonist/test-support/api-server.ts'
import { temporaryFolder } from '@canonist/test-support/command.ts'

// The server's half of the dashboard: which files it sends, to whom and with which headers.

const PAGE = '<!doctype html><script type="module" src="/assets/index-1a2b.js"></script>'

async function serve(
  t: TestContext,
  options: { readonly isBuilt: boolean; readonly token?: string },
): Promise<TestServer> {
  const { path } = temporaryFolder()
  const dashboardFolder = join(path, 'dashboard')
  if (options.isBuilt) {
    mkdirSync(join(dashboardFolder, 'assets'), { recursive: true })
    writeFileSync(join(dashboardFolder, 'index.html'), PAGE)
    writeFileSync(join(dashboardFolder, 'licenses.txt'), 'A licence\n')
    writeFileSync(join(dashboardFolder, 'assets/index-1a2b.js'), 'export {}')
    writeFileSync(join(path, 'secret.txt'), 'secret')
  }
  const canonist = await openCanonist(':memory:')
  const server = await serveForTest(canonist, { dashboardFolder, adminToken: options.token })
  t.after(async () => {
    await server.stop(100)
    await canonist.close()
  })
  return server
}

for (const path of [
  '/',
  '/login',
  '/url?u=https%3A%2F%2Fa.example%2F',
  '/frontier?state=dead',
  '/hosts/a.example',
  '/runs/7',
])
  test(`GET ${path} is the page of the dashboard`, async (t) => {
    const server = await serve(t, { isBuilt: true })
    const { status, headers, text } = await server.call(path)
    assert.deepEqual([status, headers['content-type'], text], [200, 'text/html; charset=utf-8', PAGE])
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|http/)
  })

test('the licences of the code in the dashboard need no token', async (t) => {
  const server = await serve(t, { isBuilt: true, token: 'secret-1234567890abcdef' })
  const { status, headers, text } = await server.call('/licenses.txt')
  assert.deepEqual([status, headers['content-type'], text], [200, 'text/plain; charset=utf-8', 'A licence\n'])
})

test('a person who opens an unknown path sees the dashboard, which says so; programs get a problem', async (t) => {
  const server = await serve(t, { isBuilt: true })
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
  const page = await server.call('/urls', browser)
  assert.deepEqual([page.status, page.headers['content-type'], page.text], [404, 'text/html; charset=utf-8', PAGE])
  for (const [path, options] of [
    ['/urls', {}],
    ['/api/v1/nothing', browser],
    ['/assets/other.js', browser],
  ] as const) {
    const { status, headers } = await server.call(path, options)
    assert.deepEqual([status, headers['content-type']], [404, 'application/problem+json'], path)
  }
})

test('an asset may be kept for ever, since its name has a hash', async (t) => {
  const server = await serve(t, { isBuilt: true })
  const { status, headers, text } = await server.call('/assets/index-1a2b.js')
  assert.deepEqual(
    [status, headers['content-type'], headers['cache-control'], text],
    [200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'export {}'],
  )
})

for (const path of [
  '/assets/other.js',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/index.html',
  '/assets/',
  '/url/extra',
])
  test(`GET ${path} is not found`, async (t) => {
    const server = await serve(t, { isBuilt: true })
    const { status, text } = await server.call(path)
    assert.equal(status, 404)
    assert.doesNotMatch(text, /secret/)
  })

test('with tokens, the page needs none, and what it shows does', async (t) => {
  const server = await serve(t, { isBuilt: true, token: 'x'.repeat(20) })
  assert.deepEqual(
    [
      (await server.call('/')).status,
      (await server.call('/assets/index-1a2b.js')).status,
      (await server.call('/api/v1/status')).status,
    ],
    [200, 200, 401],
  )
})

test('without a build, / says how to make one', async (t) => {
  const server = await serve(t, { isBuilt: false })
  const { status, text } = await server.call('/')
  assert.equal(status, 200)
  assert.match(text, /npm run build/)
  assert.equal((await server.call('/frontier')).status, 404)
})
