import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import type { FollowResult, Hop } from '../../src/resolve/follow.ts'
import { startLoopbackWeb, type Page } from '@canonist/test-support/loopback-web.ts'

const redirect = (location: string | readonly string[], status = 302): Page => ({
  status,
  headers: { location },
  body: 'Go there.',
})

/** A way of `count` redirects: /way/1 leads to /way/2 … and the last one rests. */
function steps(count: number): Record<string, Page> {
  const entries = Array.from({ length: count }, (_, at) => [
    `https://a.example/way${count}/${at}`,
    redirect(`/way${count}/${at + 1}`),
  ])
  return { ...Object.fromEntries(entries), [`https://a.example/way${count}/${count}`]: { body: 'here' } }
}

const web = await startLoopbackWeb({
  'https://a.example/': { body: 'home' },
  'https://a.example/rest': { body: 'rest' },
  'https://a.example/dir/rest': { body: 'rest in dir' },
  'https://a.example/rest?q=1': { body: 'rest with a query' },
  'https://b.example/rest': { body: 'rest of b' },
  'https://a.example/se%C3%B1al': { body: 'señal' },
  'https://a.example/two%20words': { body: 'two words' },
  'http://a.example/up': redirect('https://a.example/rest', 301),
  'https://a.example/there': redirect('/back'),
  'https://a.example/back': redirect('/there'),
  'https://a.example/not-modified': { status: 304, headers: { location: '/rest' } },
  'https://a.example/choices': { status: 300, headers: { location: '/rest' } },
  'https://a.example/nowhere': { status: 302, body: 'nowhere to go' },
  'https://a.example/twice': redirect(['/rest', '/rest']),
  'https://a.example/both': redirect(['/rest', '/']),
  ...steps(5),
  ...steps(6),
})
const fetcher = createFetcher({ connectTo: web.connectTo, ca: web.ca })
after(async () => {
  await fetcher.close()
  await web.close()
})

const readBody = (result: FollowResult): string => (result.ok ? Buffer.from(result.body).toString() : result.code)

/** Follows one redirect from https://a.example/dir/x, which a simulated server gives. */
async function hop(location: string | readonly string[], status = 302) {
  const asked: string[] = []
  const own = createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    exchangeFn: async ({ url }) => {
      asked.push(url)
      return asked.length === 1
        ? { status, headers: { location }, body: '' }
        : { status: 200, headers: {}, body: 'rest' }
    },
  })
  const result = await own.follow('https://www.boe.es/dir/x')
  return { result, asked }
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`${status} is followed`, async () => {
    const { result } = await hop('https://www.boe.es/rest', status)
    assert.equal(result.ok && result.url, 'https://www.boe.es/rest')
    assert.deepEqual(
      result.hops.map(({ ms: _, ...rest }) => rest),
      [{ status, to: 'https://www.boe.es/rest' }],
    )
  })
}

const resting = [
  { path: 'rest', status: 200, why: 'no redirect' },
  { path: 'missing', status: 404, why: 'no redirect' },
  { path: 'not-modified', status: 304, why: 'not a redirect, whatever it says' },
  { path: 'choices', status: 300, why: 'a choice for people' },
  { path: 'nowhere', status: 302, why: 'a redirect that says nothing' },
]
for (const { path, status, why } of resting) {
  test(`/${path} rests with ${status} (${why})`, async () => {
    const result = await fetcher.follow(`https://a.example/${path}`)
    assert.equal(result.ok && result.status, status)
    assert.deepEqual(result.hops, [])
  })
}

const targets = [
  { location: 'https://boe.es/rest', to: 'https://boe.es/rest', why: 'absolute' },
  { location: '/rest', to: 'https://www.boe.es/rest', why: 'from the root' },
  { location: 'rest', to: 'https://www.boe.es/dir/rest', why: 'from the folder' },
  { location: '../rest', to: 'https://www.boe.es/rest', why: 'from the folder above' },
  { location: '?q=1', to: 'https://www.boe.es/dir/x?q=1', why: 'only a query' },
  { location: '//boe.es/rest', to: 'https://boe.es/rest', why: 'the same scheme' },
  { location: 'https://boe.es/rest#part', to: 'https://boe.es/rest', why: 'the fragment is dropped' },
  { location: 'HTTPS://BOE.ES/rest', to: 'https://boe.es/rest', why: 'case of the host' },
  { location: 'https://boe.es./rest', to: 'https://boe.es/rest', why: 'the dot at the end of the host' },
  { location: '/señal', to: 'https://www.boe.es/se%C3%B1al', why: 'letters' },
  {
    location: Buffer.from('/señal').toString('latin1'),
    to: 'https://www.boe.es/se%C3%B1al',
    why: 'UTF-8 as servers send it',
  },
  { location: '/%C3%B1', to: 'https://www.boe.es/%C3%B1', why: 'escapes stay' },
  { location: '  /rest  ', to: 'https://www.boe.es/rest', why: 'blanks around it' },
  { location: '/two words', to: 'https://www.boe.es/two%20words', why: 'a blank in it' },
  { location: ['/rest', '/rest'], to: 'https://www.boe.es/rest', why: 'said twice' },
  { location: '/?next=\\a', to: 'https://www.boe.es/?next=\\a', why: 'a backslash in the query' },
]
for (const { location, to, why } of targets) {
  test(`Location ${JSON.stringify(location)} leads to ${to} (${why})`, async () => {
    const { result, asked } = await hop(location)
    assert.equal(result.ok ? result.url : result.message, to)
    assert.deepEqual([asked.at(-1), result.hops.at(-1)?.to], [to, to])
  })
}

const refused = [
  { location: '', code: 'bad_redirect', why: 'empty' },
  { location: '   ', code: 'bad_redirect', why: 'blank' },
  { location: ['/a', '/b'], code: 'bad_redirect', why: 'two opinions' },
  { location: '/a\u0000b', code: 'bad_redirect', why: 'NUL' },
  { location: '/a\tb', code: 'bad_redirect', why: 'a tab' },
  { location: '/a\r\nset-cookie: x', code: 'bad_redirect', why: 'a line break' },
  { location: `/${'a'.repeat(8193)}`, code: 'bad_redirect', why: 'too long' },
  { location: 'https://', code: 'bad_redirect', why: 'no host' },
  { location: '/\\boe.es/', code: 'bad_redirect', why: 'a host to some, a path to others' },
  { location: '\\\\boe.es/', code: 'bad_redirect', why: 'a host to some, a path to others' },
  { location: '//boe.es\\@evil.example.org/', code: 'url_ambiguous', why: 'two hosts' },
  { location: 'https:/boe.es/', code: 'url_ambiguous', why: 'one slash' },
  { location: 'https://user:secret@boe.es/', code: 'userinfo_blocked', why: 'userinfo' },
  { location: 'file:///etc/passwd', code: 'scheme_blocked', why: 'a file' },
  { location: 'javascript:alert(1)', code: 'scheme_blocked', why: 'a script' },
  { location: 'gopher://boe.es/', code: 'scheme_blocked', why: 'another protocol' },
  { location: 'http://127.0.0.1/', code: 'private_address', why: 'loopback' },
  { location: 'http://[::1]/', code: 'private_address', why: 'loopback' },
  { location: 'http://169.254.169.254/latest/', code: 'private_address', why: 'cloud metadata' },
  { location: 'http://localhost/', code: 'name_blocked', why: 'no public name' },
  { location: 'https://boe.es:8443/', code: 'port_blocked', why: 'another port' },
  { location: '#part', code: 'redirect_loop', why: 'the same page' },
]
for (const { location, code, why } of refused) {
  test(`Location ${JSON.stringify(location).slice(0, 60)} is ${code} (${why})`, async () => {
    const { result, asked } = await hop(location)
    assert.equal(result.ok ? 'ok' : result.code, code)
    assert.equal(asked.length, 1)
    assert.equal(result.hops.length, 1, 'the redirect itself is told')
  })
}

test('http to https over real connections', async () => {
  const result = await fetcher.follow('http://a.example/up')
  assert.equal(readBody(result), 'rest')
  assert.deepEqual(
    result.hops.map(({ to }) => to),
    ['https://a.example/rest'],
  )
})

test('five redirects are followed', async () => {
  const result = await fetcher.follow('https://a.example/way5/0')
  assert.deepEqual([readBody(result), result.hops.length], ['here', 5])
})

test('the sixth is too many', async () => {
  const result = await fetcher.follow('https://a.example/way6/0')
  assert.deepEqual([readBody(result), result.hops.length], ['too_many_redirects', 6])
  assert.equal(
    web.requests.some(({ path }) => path === '/way6/6'),
    false,
  )
})

test('maxRedirects: 0 follows none', async () => {
  assert.equal(readBody(await fetcher.follow('https://a.example/way5/0', { maxRedirects: 0 })), 'too_many_redirects')
})

test('there and back is a loop, and the message mentions cookies', async () => {
  const result = await fetcher.follow('https://a.example/there')
  assert.equal(readBody(result), 'redirect_loop')
  assert.match(result.ok ? '' : result.message, /cookies/)
  assert.equal(result.ok ? 0 : result.status, 302)
})

test('onHop is called for every hop as it comes', async () => {
  const heard: Hop[] = []
  const result = await fetcher.follow('https://a.example/way5/0', { onHop: (hop) => heard.push(hop) })
  assert.deepEqual(heard, result.hops)
  for (const hop of heard) assert.deepEqual(Object.keys(hop), ['status', 'to', 'ms'])
})

test('the first failure is reported as it is', async () => {
  const result = await fetcher.follow('http://127.0.0.1/')
  assert.deepEqual([readBody(result), result.hops], ['private_address', []])
})
