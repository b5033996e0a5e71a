import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNormalizer, explain, normalize, type PolicyRef } from '@canonist/core'
import { show } from './show.ts'

/** One example: what the policy makes of the input. Without `becomes` it stays as it is. */
export interface Row {
  readonly why: string
  readonly input: string
  readonly becomes?: string
}

/** One test a row; every row also proves that the result rests, and that the watched and the unwatched way agree. */
export function testRows(policy: PolicyRef, rows: readonly Row[]): void {
  for (const row of rows) test(formatName(row), () => assertRow(policy, row))
}

export function formatName({ why, input, becomes = input }: Row): string {
  return input === becomes ? `${show(input)} stays (${why})` : `${show(input)} -> ${show(becomes)} (${why})`
}

export function assertRow(policy: PolicyRef, { input, becomes = input }: Row): void {
  assert.equal(normalize(input, policy), becomes)
  assert.equal(normalize(becomes, policy), becomes, 'normalizing again changes the result')
  assert.equal(createNormalizer(policy)(input), becomes)
  const explanation = explain(input, policy)
  assert.equal(explanation.ok && explanation.url, becomes, 'explain tells of another URL')
}
