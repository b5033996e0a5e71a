import assert from 'node:assert/strict'
import { FACT_MS, NOTHING_FOUND_MS, type HostFact } from '@canonist/web/internal/admit/host-facts'
import type { Route } from '../../../web/test/admit/support/simulated-web.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { testOnFixtures } from './support/admission-contract.ts'
import { collect } from './support/collect.ts'

const OK = {}
const BARE = 'https://boe.es/a/3'
const MOVED: Readonly<Record<string, Route>> = {
  [BARE]: OK,
  'https://www.boe.es/a/3': OK,
  'http://boe.es/': { status: 301, location: 'https://www.boe.es/' },
  'https://www.boe.es/': OK,
}
const heads = (asked: readonly string[]): number => asked.filter((line) => line.startsWith('HEAD')).length

const fact = (
  value: string | null,
  source: HostFact['source'] = 'discovered',
  observedAt = '2026-03-01T12:00:00.000Z',
) => ({
  value,
  source,
  observedAt,
  chain: [],
})

for (const databases of await bothDatabases()) {
  const check = testOnFixtures(databases)

  check(
    'what was found out is kept with its date, its source and what shows it',
    MOVED,
    async ({ registry, record }) => {
      await record(BARE)
      const chain = [{ status: 301, to: 'https://www.boe.es/' }]
      assert.deepEqual(await registry.getHostFacts().get('boe.es', 'canonical_host'), { ...fact('www.boe.es'), chain })
      assert.deepEqual(await collect(registry.streamFacts('BOE.es')), [
        { host: 'boe.es', name: 'canonical_host', ...fact('www.boe.es'), chain },
      ])
      assert.equal((await collect(registry.exportFacts())).length, 1)
      assert.deepEqual(await collect(registry.streamFacts('sepe.es')), [])
    },
  )

  check('it is valid for 30 days, also after the registry is opened again', MOVED, async ({ record, asked, wait }) => {
    await record(BARE)
    wait(FACT_MS - 1)
    await record(BARE)
    assert.equal(heads(asked), 2)
    wait(1)
    await record(BARE)
    assert.equal(heads(asked), 4)
  })

  check('that nothing was found holds for an hour', { [BARE]: OK }, async ({ registry, record, asked, wait }) => {
    await record(BARE)
    assert.equal((await registry.getHostFacts().get('boe.es', 'canonical_host'))?.value, null)
    wait(NOTHING_FOUND_MS - 1)
    await record(BARE)
    assert.equal(heads(asked), 1)
    wait(1)
    await record(BARE)
    assert.equal(heads(asked), 2)
  })

  const SLASHED = 'https://www.boe.es/buscar/'
  check(
    'a slash that the server wants is kept offline, too (R2.10)',
    { 'https://www.boe.es/buscar': { status: 301, location: SLASHED }, [SLASHED]: OK },
    async ({ registry, record, admit }) => {
      await record(SLASHED)
      const offline = await admit(SLASHED, { offline: true })
      assert.deepEqual([offline.canonical, offline.notes], [SLASHED, ['trailing_slash_kept:known']])
      const facts = await collect(registry.streamFacts('www.boe.es'))
      const kept = facts.find(({ name }) => name === 'keeps_slash:/buscar/')
      assert.deepEqual([kept?.value, kept?.source], ['kept', 'discovered'])
    },
  )

  check('a person beats what was observed, which beats what is listed', {}, async ({ registry, wait }) => {
    const facts = registry.getHostFacts()
    const value = async (): Promise<string | null | undefined> => (await facts.get('boe.es', 'canonical_host'))?.value
    assert.equal(await value(), undefined)
    await facts.set('boe.es', 'canonical_host', fact('listed.boe.es', 'seed'))
    await facts.set('boe.es', 'canonical_host', fact('seen.boe.es'))
    assert.equal(await value(), 'seen.boe.es')
    wait(FACT_MS)
    assert.equal(await value(), 'listed.boe.es')
    await facts.set('boe.es', 'canonical_host', fact('decided.boe.es', 'person'))
    await facts.set('boe.es', 'canonical_host', fact('seen.boe.es', 'discovered', '2026-05-01T00:00:00.000Z'))
    assert.equal(await value(), 'decided.boe.es')
  })

  check('of two observed facts the later one stays, whichever is written last', {}, async ({ registry }) => {
    const facts = registry.getHostFacts()
    await facts.set('boe.es', 'canonical_host', fact('new.boe.es', 'discovered', '2026-03-01T11:00:00.000Z'))
    await facts.set('boe.es', 'canonical_host', fact('old.boe.es', 'discovered', '2026-03-01T10:00:00.000Z'))
    assert.equal((await facts.get('boe.es', 'canonical_host'))?.value, 'new.boe.es')
  })

  check('a name that no index would take is kept by its hash', {}, async ({ registry }) => {
    const facts = registry.getHostFacts()
    const name = `keeps_slash:/${'a'.repeat(5000)}/`
    await facts.set('boe.es', name, fact('kept'))
    assert.equal((await facts.get('boe.es', name))?.value, 'kept')
    assert.equal(await facts.get('boe.es', `${name}b/`), undefined)
  })
}
