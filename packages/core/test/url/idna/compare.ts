import assert from 'node:assert/strict'
import { domainToAscii } from '../../../src/url/idna/index.ts'
import { toAscii } from '../../../src/url/idna/to-ascii.ts'
import { platformToAscii, refuseForbidden, tr46ToAscii } from './oracles.ts'
import { explainDifference, readLabels } from './platform-differences.ts'

// The two ways in which tr46 is known to err; domain-to-ascii.test.ts has an example of each.
const HAS_BARE_DELIMITER = /(?:^|\.)xn---[^-.]*(?:\.|$)/u
const SECOND_NON_JOINER = /\u200c.*\u200c/u

/** Whether tr46's verdict may be set aside: it refuses the delimiter, and it lets the first ZWNJ's context serve for the second. */
const isBeyondTr46 = (domain: string, strict: string | null): boolean =>
  strict === null ? readLabels(domain).some((label) => SECOND_NON_JOINER.test(label)) : HAS_BARE_DELIMITER.test(strict)

/** How often the platform said otherwise, by kind of its defects. */
export type Tally = Record<'nfc' | 'joiner' | 'stale', number>
export const emptyTally = (): Tally => ({ nfc: 0, joiner: 0, stale: 0 })

/** Holds a domain against the platform, and with the Bidi rule on every label against tr46. */
export function compare(domain: string, tally: Tally): void {
  const strict = toAscii(domain, 'domain')
  const tr46 = tr46ToAscii(domain)
  assert.ok(
    strict === tr46 || isBeyondTr46(domain, strict),
    `${JSON.stringify(domain)} is ${strict}, but tr46 says ${tr46}`,
  )
  const ours = refuseForbidden(domainToAscii(domain))
  const platform = platformToAscii(domain)
  if (ours === platform) return
  const kind = explainDifference(domain)
  assert.ok(kind !== null, `${JSON.stringify(domain)} is ${ours}, but the platform says ${platform}`)
  tally[kind] += 1
}
