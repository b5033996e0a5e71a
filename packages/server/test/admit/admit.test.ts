import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, PolicyError } from '@canonist/core'
import { createAdmissions, createFoundPolicy, reviewPolicy, admitUrls } from '../../src/admit/admissions.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { createTextInput } from '@canonist/lists/internal/io/input'
import { collect } from '../../../registry/test/registry/support/collect.ts'

const POLICY = definePolicy({ name: 'test', version: '1', extends: 'sources', hosts: { allow: ['boe.es'] } })
const LIST = [createTextInput('list', 'https://boe.es/a\n\nhttps://example.com/b\nc\0')]

test('URLs of a list are admitted, and recorded before they are yielded', async () => {
  const canonist = await openCanonist(':memory:', { policyIfNew: createFoundPolicy(POLICY) })
  const registry = await canonist.registry()
  const admissions = createAdmissions({ policy: POLICY, registry, offline: true })
  const seen: unknown[] = []
  for await (const item of admitUrls(LIST, admissions, { fetcher: null })) {
    if (item.state !== 'done') {
      seen.push(item.state)
      continue
    }
    const { admission, recorded } = item.result
    assert.equal((await registry.findAdmissions(item.input)).length, 1)
    seen.push([admission.decision, recorded !== null && 'isCurrent' in recorded && recorded.isCurrent])
  }
  assert.deepEqual(seen, [['accept', true], 'empty', ['reject', true], ['reject', true]])
  await canonist.close()
})

test('a dry run shows what would change, and records nothing', async () => {
  const canonist = await openCanonist(':memory:', { policyIfNew: createFoundPolicy(POLICY) })
  const registry = await canonist.registry()
  const options = { policy: POLICY, registry, offline: true }
  const [dry, wet] = [createAdmissions({ ...options, dryRun: true }), createAdmissions(options)]
  const admission = await wet.admit('https://example.com/b', null)
  assert.deepEqual(await dry.record(admission), { change: 'new', before: null })
  assert.deepEqual(await registry.findAdmissions('https://example.com/b'), [])
  await wet.record(admission)
  const foreseen = await dry.record(admission)
  assert.ok(foreseen !== null && 'change' in foreseen && foreseen.change === 'none')
  await canonist.close()
})

test('without a registry nothing is recorded', async () => {
  const admissions = createAdmissions({ policy: POLICY, offline: true })
  assert.equal(await admissions.record(await admissions.admit('https://boe.es/', null)), null)
})

test('the decisions of reviewers become part of the policy; a contradiction is named', async () => {
  const canonist = await openCanonist(':memory:', { policyIfNew: createFoundPolicy(POLICY) })
  const registry = await canonist.registry()
  const written = definePolicy({
    name: 'written',
    version: '1',
    extends: 'sources',
    hosts: { allow: ['boe.es'] },
    sites: { 'boe.es': { query: { strip: ['x'] } } },
  })
  assert.deepEqual((await reviewPolicy(registry, written)).overridden, [])
  const admissions = createAdmissions({ policy: POLICY, registry, offline: true })
  await admissions.record(await admissions.admit('https://boe.es/a?x=1', null))
  const [review] = await collect(registry.exportReviews())
  assert.equal(review?.kind, 'unknown_param')
  await registry.decideReview(review.id, { verb: 'accept', by: 'test', why: '' })
  const { overridden } = await reviewPolicy(registry, written)
  assert.deepEqual(overridden, [{ site: 'boe.es', param: 'x', policy: 'strip', decision: 'keep' }])
  await canonist.close()
})

test('a policy whose lists of hosts cannot be read cannot decide about URLs', () => {
  const policy = definePolicy({
    name: 'test',
    hosts: { allow: ['boe.es'], canonical: { 'boe.es': 'https://www.boe.es' } },
  })
  assert.throws(() => createAdmissions({ policy }), PolicyError)
})
