import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalize } from '../../src/canonicalize/canonicalize.ts'
import { SCENARIOS } from './scenarios.ts'
import { createDns, createExists, simulateWeb } from './support/simulated-web.ts'

for (const scenario of SCENARIOS) {
  test(scenario.name, async () => {
    const { fetchFn, asked } = simulateWeb(scenario.web)
    const existsFn = createExists(scenario)
    const options = { ...scenario.options, fetchFn, dnsFn: createDns(scenario), existsFn }
    const result = await canonicalize<number>(scenario.input, options)
    const seen = {
      url: result.ok ? result.url : null,
      because: result.ok ? result.reason : result.error,
      requests: result.requests,
    }
    const { url, because, requests } = scenario
    assert.deepEqual(seen, { url, because, requests })
    assert.equal(new Set(asked).size, asked.length, 'no URL is asked twice')
    scenario.also?.(result)
  })
}
