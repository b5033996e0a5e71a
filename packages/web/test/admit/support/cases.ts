import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PolicySpec } from '@canonist/core'
import { admit } from '../../../src/admit/admit.ts'
import type { Admission, AdmissionDecision } from '../../../src/admit/admission.ts'
import { POLICY } from './policies.ts'
import { simulateWeb, type Routes } from './simulated-web.ts'

/** What is expected of an admission: the fields that the case is about. */
export type Expected = Partial<Admission>

export interface Case {
  readonly why: string
  readonly input: string
  /** The canonical URL, or null where there is none. */
  readonly becomes: string | null
  readonly also?: Expected
  readonly policy?: PolicySpec
  readonly purpose?: string
}

export interface NetworkCase extends Case {
  readonly web: Routes
  /** Every request, in order, where the case is about them. */
  readonly asks?: readonly string[]
}

/** A flag needs a person, a reason turns away; where a case expects neither, the URL is accepted. */
const expectDecision = ({ becomes, also }: Case): AdmissionDecision => {
  if (becomes === null) return 'reject'
  return (also?.flags ?? []).length > 0 ? 'review' : 'accept'
}

function expect(found: Admission, each: Case): void {
  const wanted: Expected = {
    decision: expectDecision(each),
    canonical: each.becomes,
    original: each.input,
    flags: [],
    ...each.also,
  }
  const seen = Object.fromEntries(Object.keys(wanted).map((field) => [field, found[field as keyof Admission]]))
  assert.deepEqual(seen, { ...wanted, flags: wanted.flags?.toSorted() })
}

const nameCase = ({ input, becomes, also, why }: Case): string =>
  `${JSON.stringify(input)} -> ${becomes ?? also?.reason ?? 'nothing'} (${why})`

/** Without the network; whoever is asked all the same fails the test. */
export function testOffline(cases: readonly Case[]): void {
  for (const each of cases) {
    test(nameCase(each), async () => {
      const { policy = POLICY, purpose } = each
      const nobody = (): never => assert.fail('the network was asked')
      const options = { policy, offline: true, purpose, fetchFn: nobody, dnsFn: nobody }
      const found = await admit(each.input, options)
      expect(found, each)
      if (found.canonical === null) return
      assert.equal((await admit(found.canonical, options)).canonical, found.canonical, 'the same again')
    })
  }
}

/** On a little web, where every name is public. */
export function testOnline(cases: readonly NetworkCase[]): void {
  for (const each of cases) {
    test(nameCase(each), async () => {
      const { policy = POLICY, purpose, web, asks } = each
      const { fetchFn, dnsFn, asked } = simulateWeb(web)
      expect(await admit(each.input, { policy, purpose, fetchFn, dnsFn }), each)
      if (asks !== undefined) assert.deepEqual(asked, asks)
    })
  }
}
