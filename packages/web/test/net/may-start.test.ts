import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import { startLoopbackWeb } from '@canonist/test-support/loopback-web.ts'

const URL_HERE = 'http://a.example/'
const TLS_HERE = 'https://a.example/'

for (const url of [URL_HERE, TLS_HERE])
  test(`${url}: mayStart is called once the connection is ready, and nothing is sent if it returns false`, async () => {
    const web = await startLoopbackWeb({ [url]: { body: 'hello' } })
    const fetcher = createFetcher({ connectTo: web.connectTo, ca: web.ca })
    try {
      const seen: number[] = []
      const refuse = (): boolean => {
        seen.push(web.requests.length)
        return false
      }
      const refused = await fetcher.fetch(url, { mayStart: refuse })
      assert.ok(!refused.ok && refused.code === 'refused_by_caller')
      assert.deepEqual([web.requests.length, web.connections()], [0, 1], 'connected, and silent')
      assert.ok((await fetcher.fetch(url, { mayStart: () => true })).ok)
      const onKept = await fetcher.fetch(url, { mayStart: refuse })
      assert.ok(!onKept.ok && onKept.code === 'refused_by_caller', 'on a connection that was kept, too')
      assert.deepEqual([web.requests.length, seen], [1, [0, 1]])
    } finally {
      await fetcher.close()
      await web.close()
    }
  })

test('a function that replaces the network is not called if mayStart returns false', async () => {
  let calls = 0
  const fetcher = createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    exchangeFn: async () => {
      calls += 1
      return { status: 200, headers: {}, body: '' }
    },
  })
  const refused = await fetcher.fetch('http://example.com/', { mayStart: () => false })
  assert.ok(!refused.ok && refused.code === 'refused_by_caller')
  assert.ok((await fetcher.fetch('http://example.com/', { mayStart: () => true })).ok)
  assert.equal(calls, 1)
  await fetcher.close()
})
