import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkUrl } from '../../src/net/gate/check-url.ts'

test('no character beyond ASCII passes for one of ASCII', () => {
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const checked = checkUrl(`http://a${String.fromCodePoint(code)}b.es/`)
    if (checked.ok) assert.match(checked.host, /^xn--/, `U+${code.toString(16)}`)
  }
})
