import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalize } from '../../src/canonicalize/canonicalize.ts'
import { createFetcher } from '../../src/resolve/fetcher.ts'
import { send, startLoopbackWeb, type Handler, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { SCENARIOS } from './scenarios.ts'
import type { Route, Scenario } from './support/scenario.ts'
import { readBody, createAnswers, createExists, listHeaders, findStatus } from './support/simulated-web.ts'

// The same scenarios as in scenarios.test.ts, with real connections and real certificates.

/** Nobody listens on the first port. */
const NOBODY = '127.0.0.1:1'

for (const scenario of SCENARIOS.filter(({ simulatedOnly }) => simulatedOnly === undefined)) {
  test(`over sockets: ${scenario.name}`, async () => {
    const web = await startLoopbackWeb(createHandler(scenario), { faults: listFaults(scenario) })
    const fetcher = createFetcher({ connectTo: connectTo(scenario, web), ca: web.ca })
    try {
      const options = { ...scenario.options, existsFn: createExists(scenario), fetcher }
      const result = await canonicalize<number>(scenario.input, options)
      const seen = { url: result.ok ? result.url : null, because: result.ok ? result.reason : result.error }
      assert.deepEqual({ ...seen, requests: result.requests }, expected(scenario))
      assert.deepEqual(web.requests.map(({ headers }) => headers.cookie ?? headers.referer).filter(Boolean), [])
      scenario.also?.(result)
    } finally {
      await fetcher.close()
      await web.close()
    }
  })
}

const expected = ({ url, because, requests }: Scenario) => ({ url, because, requests })

function createHandler({ web }: Scenario): Handler {
  const answer = createAnswers(web)
  return (_, response, { url, headers }) => {
    const { route, count } = answer(url)
    const isRefused = route.needsAuthorization !== undefined && headers.authorization !== route.needsAuthorization
    if (isRefused) return send(response, { status: 401, body: 'who are you?' })
    const body = readBody(route, count)
    const length =
      findStatus(route) === 304 || findStatus(route) === 204 ? {} : { 'content-length': String(body.length) }
    return send(response, { status: findStatus(route), headers: { ...listHeaders(route, count), ...length }, body })
  }
}

function failing({ web }: Scenario, code: Route['fails']): URL[] {
  const urls = Object.entries(web).filter(([, route]) => (route as Route).fails === code)
  return urls.map(([url]) => new URL(url))
}

function listFaults(scenario: Scenario): Record<string, 'wrong-name'> {
  const hosts = failing(scenario, 'ERR_TLS_CERT_ALTNAME_INVALID').map(({ hostname }) => hostname)
  return Object.fromEntries(hosts.map((host) => [host, 'wrong-name']))
}

function connectTo(scenario: Scenario, { connectTo, plainPort }: LoopbackWeb): Record<string, string> {
  const dead = failing(scenario, 'ECONNREFUSED').map(({ hostname, protocol }) => [
    `${hostname}:${protocol === 'https:' ? 443 : 80}`,
    NOBODY,
  ])
  // A mapped port is allowed, so only the one that the input names is mapped.
  const own = scenario.input.includes(':8080') ? { 'example.com:8080': `127.0.0.1:${plainPort}` } : {}
  return { ...connectTo, ...own, ...Object.fromEntries(dead) }
}
