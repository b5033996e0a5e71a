import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PolicyError, definePolicy, type PolicySpec } from '@canonist/core'
import { show } from './show.ts'

export const define = (spec: object): ReturnType<typeof definePolicy> => definePolicy({ name: 'test', ...spec })

export interface Refusal {
  readonly why: string
  readonly spec: unknown
  readonly path: string
  readonly says: RegExp
}

export function testRefusals(refusals: readonly Refusal[]): void {
  for (const { why, spec, path, says } of refusals) {
    test(`${path || 'the policy'}: ${show(JSON.stringify(spec) ?? String(spec))} (${why})`, () => {
      assert.throws(
        () => definePolicy(spec as PolicySpec),
        (error) => {
          assert.ok(error instanceof PolicyError, `${String(error)} is no PolicyError`)
          assert.equal(error.path, path)
          assert.match(error.message, says)
          assert.ok(error.message.startsWith(path === '' ? 'The policy' : path), 'the message names the place')
          assert.ok(error.message.endsWith('.'), 'the message is a sentence')
          return true
        },
      )
    })
  }
}
