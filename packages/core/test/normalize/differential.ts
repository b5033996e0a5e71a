import assert from 'node:assert/strict'
import { tryNormalize } from '../../src/index.ts'
import { runCases, type FuzzRange, type Tally } from '@canonist/test-support/fuzz.ts'
import { chance, createRandom, mutate, ordinaryUrl, randomUrl, type Random } from '@canonist/test-support/random-url.ts'
import { show } from '@canonist/test-support/show.ts'
import { explainDifference } from '../url/idna/platform-differences.ts'
import { expectedUrl } from './whatwg-oracle.ts'

/** Each case is a text: `rfc3986` makes of it what the platform's URL parser does, but for known defects of the platform's IDNA. */
export async function fuzzDifferential(range: FuzzRange): Promise<Tally> {
  const tally = { accepted: 0, excused: 0 }
  const cases = await runCases(range, (seed) => {
    const input = nextInput(createRandom(seed))
    const expected = expectedUrl(input)
    const outcome = tryNormalize(input, 'rfc3986')
    const got = outcome.ok ? outcome.url : null
    if (expected !== null) tally.accepted += 1
    if (got === expected) return
    assert.ok(isExcused(input), `${show(input)}\n  is ${String(got)}\n  but by the platform ${String(expected)}`)
    tally.excused += 1
  })
  return { cases, ...tally }
}

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
