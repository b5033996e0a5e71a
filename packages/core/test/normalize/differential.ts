import assert from 'node:assert/strict'
import { tryNormalize } from '../../src/index.ts'
import type { FuzzRange, Tally as FuzzTally } from '../support/fuzz.ts'
import { chance, createRandom, mutate, ordinaryUrl, randomUrl, type Random } from '../support/random-url.ts'
import { show } from '../support/show.ts'
import { explainDifference } from '../url/idna/platform-differences.ts'
import { expectedUrl } from './whatwg-oracle.ts'

/** How many inputs were URLs, and how many were set aside for a known defect of the platform's IDNA. */
export interface Tally {
  readonly compared: number
  readonly accepted: number
  readonly excused: number
}

/** Holds `rfc3986` against the platform's URL parser, input by input. */
export function compareWithPlatform(count: number, random: Random): Tally {
  let accepted = 0
  let excused = 0
  for (let left = count; left > 0; left--) {
    const input = nextInput(random)
    const expected = expectedUrl(input)
    const outcome = tryNormalize(input, 'rfc3986')
    const got = outcome.ok ? outcome.url : null
    if (expected !== null) accepted += 1
    if (got === expected) continue
    assert.ok(isExcused(input), `${show(input)}\n  is ${String(got)}\n  but by the platform ${String(expected)}`)
    excused += 1
  }
  return { compared: count, accepted, excused }
}

/** The share of one core: all texts come from one sequence of random numbers. */
export const fuzzDifferential = ({ seed, cases }: FuzzRange): FuzzTally => ({
  ...compareWithPlatform(cases, createRandom(seed)),
})

function nextInput(random: Random): string {
  const url = chance(5, random) ? ordinaryUrl(random) : randomUrl(random)
  return chance(4, random) ? mutate(url, random) : url
}

/** The host as it stands in the text, decoded once: coarse, but only a difference asks for it. */
export function isExcused(input: string): boolean {
  const text = input.toWellFormed().replace(/[\t\n\r]/g, '')
  const authority = /^[\u0000-\u0020]*https?:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  try {
    return /[^\u0000-\u007f]/.test(decodeURIComponent(host)) && explainDifference(decodeURIComponent(host)) !== null
  } catch {
    return false
  }
}
