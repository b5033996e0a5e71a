import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkUrl } from '../../src/net/check-url.ts'
import { checkGate } from './gate-agreement.ts'

const seed = Date.now() % 2 ** 31

test(`20000 strange URLs: whatever passes has one host to all readers, from seed ${seed}`, (t) => {
  const { inputs, passed } = checkGate(20_000, seed)
  t.diagnostic(`${passed} of ${inputs} passed the gate`)
  assert.ok(passed > inputs / 50, `only ${passed} passed, which shows little`)
  assert.ok(passed < inputs / 2)
})

test('no character beyond ASCII passes for one of ASCII', () => {
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const checked = checkUrl(`http://a${String.fromCodePoint(code)}b.es/`)
    if (checked.ok) assert.match(checked.host, /^xn--/, `U+${code.toString(16)}`)
  }
})
