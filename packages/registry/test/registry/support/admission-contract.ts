import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, type PolicySpec } from '@canonist/core'
import { createAdmitter } from '@canonist/web/internal/admit/admit'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { createFoundPolicy } from '@canonist/web/internal/admit/found-policy'
import { createRegistry } from '../../../src/registry/open-registry.ts'
import type { Registry, RegistryOptions } from '../../../src/registry/registry.ts'
import type { AdmissionReceipt } from '../../../src/registry/admissions/stored-admission.ts'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { POLICY } from '../../../../web/test/admit/support/policies.ts'
import { simulateWeb, type Routes } from '../../../../web/test/admit/support/simulated-web.ts'
import { collect } from './collect.ts'
import { findFaults } from './state.ts'

/** A registry and an admitter for it, on a small web that the test may change. */
export interface AdmissionFixture {
  readonly registry: Registry
  readonly database: Database
  /** Every request so far. */
  readonly asked: readonly string[]
  admit(url: string, how?: How): Promise<Admission>
  record(url: string, how?: How): Promise<AdmissionReceipt>
  /** What is open, as `kind subject × count`. */
  reviews(): Promise<string[]>
  wait(ms: number): void
}

export interface How {
  readonly offline?: boolean
  readonly policy?: PolicySpec
  readonly purpose?: string
}

const START = Date.UTC(2026, 2, 1, 12)

export async function openFixture(
  location: string,
  routes: Routes,
  options: RegistryOptions = {},
): Promise<AdmissionFixture> {
  const database = await openDatabase(location)
  let time = START
  const policyIfNew = createFoundPolicy(definePolicy(POLICY))
  const registry = await createRegistry(database, { now: () => time, policyIfNew, ...options })
  const web = simulateWeb(routes)
  const admit: AdmissionFixture['admit'] = async (url, { offline = false, policy = POLICY, purpose } = {}) => {
    const { spec } = await registry.readReviewedPolicy(definePolicy(policy))
    const facts = registry.getHostFacts()
    const admitter = createAdmitter({
      policy: spec,
      offline,
      purpose,
      facts,
      now: () => new Date(time),
      fetchFn: web.fetchFn,
      dnsFn: web.dnsFn,
    })
    return admitter.admit(url)
  }
  return {
    registry,
    database,
    asked: web.asked,
    admit,
    record: async (url, how = {}) => registry.recordAdmission(await admit(url, how), { offline: how.offline }),
    reviews: async () =>
      (await collect(registry.streamReviews()))
        .map(({ kind, subject, count }) => `${kind} ${subject} × ${count}`)
        .toSorted(),
    wait: (ms) => void (time += ms),
  }
}

type Body = (fixture: AdmissionFixture) => Promise<void>

/** Runs each test on a fixture of its own, and checks at the end that the registry is sound. */
export function testOnFixtures({ dialect, freshLocation }: TestDatabases) {
  return (name: string, routes: Routes, body: Body, options: RegistryOptions = {}): void => {
    test(`${dialect}: ${name}`, async () => {
      const fixture = await openFixture(await freshLocation(), routes, options)
      try {
        await body(fixture)
        assert.deepEqual(await findFaults(fixture.database), [])
      } finally {
        await fixture.registry.close()
      }
    })
  }
}
