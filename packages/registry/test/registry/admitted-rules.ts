import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULES } from '../../../web/test/admit/support/rule-examples.ts'
import type { Case } from '../../../web/test/admit/support/cases.ts'
import type { Routes } from '../../../web/test/admit/support/simulated-web.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { openFixture, type AdmissionFixture, type How } from './support/admission-contract.ts'
import { findFaults } from './support/state.ts'

interface Example extends Case {
  readonly web: Routes | null
}

const chooseOptions = ({ web, policy, purpose }: Example): How => ({
  offline: web === null,
  ...(policy === undefined ? {} : { policy }),
  ...(purpose === undefined ? {} : { purpose }),
})

/** Twice, and then its canonical URL. */
async function tryExample(fixture: AdmissionFixture, example: Example): Promise<void> {
  const { registry, record, admit } = fixture
  const [how, { input, becomes }] = [chooseOptions(example), example]
  const first = await record(input, how)
  const [admitted] = await registry.findAdmissions(input)
  assert.deepEqual([admitted?.canonical, admitted?.original], [becomes, input])
  assert.equal((await registry.find(input))?.canonicalUrl, becomes ?? undefined)
  const again = await record(input, how)
  assert.equal(again.pageId, first.pageId)
  if (becomes === null) return
  assert.equal((await admit(becomes, how)).canonical, becomes)
  assert.equal((await record(becomes, how)).pageId, first.pageId)
}

/** Every example of the rules goes through the registry: what comes out is what admission decided, as often as it is asked. */
export function testRules({ dialect, freshLocation }: TestDatabases): void {
  for (const { rule, offline = [], online = [] } of RULES) {
    test(`${dialect}: ${rule}`, async () => {
      const examples: Example[] = [...offline.map((each) => Object.assign({ web: null }, each)), ...online]
      for (const example of examples) {
        const fixture = await openFixture(await freshLocation(), example.web ?? {})
        try {
          await tryExample(fixture, example)
          assert.deepEqual(await findFaults(fixture.database), [])
        } finally {
          await fixture.registry.close()
        }
      }
    })
  }
}
