import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from '../src/cli/output/paint.ts'
import { showEffect } from '../src/cli/output/show-effect.ts'

const HOST = 'ine.es'
const rows = [
  {
    why: 'a flag of one page is named, not only the fact behind it',
    effect: { changes: 'fact', host: HOST, fact: 'expected:homepage_link:/es', value: 'yes', before: null },
    shows:
      'accepts the flag homepage_link for ine.es/es from now on (sets the fact "expected:homepage_link:/es" of ine.es to yes)\n',
  },
  {
    why: 'a flag that is not expected stays',
    effect: { changes: 'fact', host: HOST, fact: 'expected:http_only', value: 'no', before: 'yes' },
    shows: 'keeps the flag http_only for ine.es (sets the fact "expected:http_only" of ine.es to no (now: yes))\n',
  },
  {
    why: 'any other fact',
    effect: { changes: 'fact', host: HOST, fact: 'canonical_host', value: 'www.ine.es', before: null },
    shows: 'sets the fact "canonical_host" of ine.es to www.ine.es\n',
  },
] as const

for (const { why, effect, shows } of rows)
  test(`${effect.fact} ${effect.value}: ${why}`, () => {
    assert.equal(showEffect(effect, createPaint(false)), shows)
  })
