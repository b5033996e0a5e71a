import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { show } from '@canonist/test-support/show.ts'
import { NET_ERRORS, createNetFailure, rewordForCommand, type NetErrorCode } from '../../src/net/errors.ts'

const CODES = Object.keys(NET_ERRORS) as NetErrorCode[]

describe('every code of the network', () => {
  for (const code of CODES) {
    test(`${code} says what happened and what to do, in whole sentences`, () => {
      assert.match(code, /^[a-z]+(?:_[a-z]+)*$/)
      assert.match(NET_ERRORS[code].says, /^[A-Z].*\.$/)
      assert.match(NET_ERRORS[code].fix, /^[A-Z].*\.$/)
    })
  }

  test('no two say the same', () => {
    assert.equal(new Set(CODES.map((code) => NET_ERRORS[code].says)).size, CODES.length)
  })
})

describe('createNetFailure', () => {
  test('names the thing, the problem and the fix', () => {
    assert.deepEqual(createNetFailure('dns_empty', 'www.boe.es'), {
      ok: false,
      code: 'dns_empty',
      message: '"www.boe.es": The host name has no address. Check the spelling of the host.',
    })
  })

  test('says the cause after the problem, not as a part of the thing', () => {
    const { message } = createNetFailure('private_address', 'https://www.boe.es/', 'it is "10.0.0.1"\n')
    assert.equal(
      message,
      `"https://www.boe.es/": The address is not on the public Internet (it is \\"10.0.0.1\\"\\n). ${NET_ERRORS.private_address.fix}`,
    )
    assert.ok(rewordForCommand(message).endsWith(`\\n). ${NET_ERRORS.private_address.commandFix}`))
  })

  const HARMFUL = [
    { why: 'a line break', detail: 'a\nb', shown: '"a\\nb"' },
    { why: 'the escape that begins a colour', detail: 'a\u001b[31m', shown: '"a\\u001b[31m"' },
    { why: 'the one-byte form of it', detail: 'a\u009b31m', shown: '"a\\u{9b}31m"' },
    { why: 'delete', detail: 'a\u007f', shown: '"a\\u{7f}"' },
    { why: 'text from right to left', detail: 'a\u202eb', shown: '"a\\u{202e}b"' },
    { why: 'a line break of Unicode', detail: 'a\u2028b', shown: '"a\\u{2028}b"' },
    { why: 'an invisible character', detail: 'a\u200bb', shown: '"a\\u{200b}b"' },
    { why: 'an invisible one beyond 16 bits', detail: 'a\u{e0041}', shown: '"a\\u{e0041}"' },
    { why: 'half of a pair', detail: 'a\ud800', shown: '"a\\ud800"' },
    { why: 'letters stay', detail: 'españa', shown: '"españa"' },
    { why: 'only the beginning of what is long', detail: 'x'.repeat(5000), shown: `"${'x'.repeat(200)}…"` },
  ]
  for (const { why, detail, shown } of HARMFUL) {
    test(`${show(detail)} is shown, not obeyed (${why})`, () => {
      assert.ok(
        createNetFailure('reset', detail).message.startsWith(`${shown}: The server closed the connection early`),
      )
    })
  }
})

describe('rewordForCommand', () => {
  // Every option of the library that a fix could name.
  const OPTIONS =
    /\b(?:allow(?:Addresses|Port)|connectTo|ca|max(?:Bytes|Redirects|WaitMs)|timeouts|totalMs|mayVisit|(?:verify|fetch|dns|exchange)Fn)\b/

  for (const code of CODES) {
    test(`${code} names flags, and no option of the library`, () => {
      const { message } = createNetFailure(code, 'https://example.com/')
      const worded = rewordForCommand(message)
      assert.doesNotMatch(worded, OPTIONS)
      assert.match(worded, /^"https:\/\/example\.com\/": [A-Z].*\.$/)
      assert.doesNotMatch(message, /--[a-z]/)
    })
  }

  test('text that is not a failure of the network stays', () => {
    assert.equal(rewordForCommand('Try again later, or raise timeouts.dns.'), 'Try again later, or raise timeouts.dns.')
  })
})
