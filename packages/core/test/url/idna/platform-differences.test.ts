import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainToAscii } from '../../../src/url/idna/index.ts'
import { platformToAscii, tr46ToAscii } from './oracles.ts'
import { explainDifference, PLATFORM_DEFECTS } from './platform-differences.ts'

const KNOWN_ADA = '4.0.0'
const skip =
  process.versions['ada'] === KNOWN_ADA
    ? false
    : `the list is of ada ${KNOWN_ADA}; look which rows another one still needs`

for (const { id, why, domain, ours, platform } of PLATFORM_DEFECTS) {
  test(`${id}: the platform ${why}`, { skip }, () => {
    assert.equal(domainToAscii(domain), ours)
    assert.equal(tr46ToAscii(domain), ours)
    assert.equal(platformToAscii(domain), platform)
    assert.notEqual(explainDifference(domain), null)
  })
}

test('an ordinary domain is not explained away', () => {
  assert.equal(explainDifference('b\u00fccher.\u05d0\u05d1.example'), null)
})
