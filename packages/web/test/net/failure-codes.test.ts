import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNetErrorCode, type Stage } from '../../src/net/transport/failure-codes.ts'

const cases: readonly (readonly [code: string, stage: Stage, means: string])[] = [
  ['ENOTFOUND', 'dns', 'dns_failed'],
  ['ENOTFOUND', 'headers', 'dns_failed'],
  ['EAI_AGAIN', 'dns', 'dns_failed'],
  ['EAI_WHATEVER', 'headers', 'dns_failed'],
  ['ESERVFAIL', 'dns', 'dns_failed'],
  ['ECONNREFUSED', 'dns', 'dns_failed'],
  ['ETIMEOUT', 'dns', 'dns_timeout'],
  ['ETIMEDOUT', 'dns', 'dns_timeout'],
  ['ECONNREFUSED', 'connect', 'connect_refused'],
  ['ECONNREFUSED', 'headers', 'connect_refused'],
  ['EHOSTUNREACH', 'connect', 'connect_failed'],
  ['ENETUNREACH', 'headers', 'connect_failed'],
  ['ETIMEDOUT', 'connect', 'connect_timeout'],
  ['ETIMEDOUT', 'headers', 'connect_timeout'],
  ['ETIMEDOUT', 'body', 'read_timeout'],
  ['ECONNRESET', 'headers', 'reset'],
  ['ECONNRESET', 'body', 'reset'],
  ['EPIPE', 'headers', 'reset'],
  ['CERT_HAS_EXPIRED', 'connect', 'tls_error'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'connect', 'tls_error'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'headers', 'tls_error'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'headers', 'tls_error'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'connect', 'tls_error'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'connect', 'tls_error'],
  ['EPROTO', 'connect', 'tls_error'],
  ['UND_ERR_CONNECT_TIMEOUT', 'headers', 'connect_timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headers', 'headers_timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'body', 'read_timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headers', 'headers_too_large'],
  ['UND_ERR_SOCKET', 'headers', 'reset'],
  ['UND_ERR_SOCKET', 'body', 'truncated'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'headers', 'protocol_error'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'body', 'truncated'],
  ['HPE_INVALID_CONSTANT', 'headers', 'protocol_error'],
  ['Z_DATA_ERROR', 'body', 'bad_encoding'],
  ['Z_BUF_ERROR', 'body', 'truncated'],
  ['ZSTD_error_prefix_unknown', 'body', 'bad_encoding'],
  ['ABORT_ERR', 'headers', 'aborted'],
  ['EWHATEVER', 'dns', 'dns_failed'],
  ['EWHATEVER', 'connect', 'connect_failed'],
  ['EWHATEVER', 'headers', 'protocol_error'],
  ['EWHATEVER', 'body', 'truncated'],
  ['constructor', 'headers', 'protocol_error'],
]
for (const [code, stage, means] of cases) {
  test(`${code} at ${stage} is ${means}`, () => {
    assert.equal(toNetErrorCode(Object.assign(new Error('no'), { code }), stage), means)
  })
}

test('the code beneath is seen, as fetch() hides it', () => {
  const beneath = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  assert.equal(toNetErrorCode(new TypeError('fetch failed', { cause: beneath }), 'headers'), 'connect_refused')
})

test('an error that is its own cause comes to an end', () => {
  const error = new Error('round and round')
  error.cause = error
  assert.equal(toNetErrorCode(error, 'headers'), 'protocol_error')
})

const nameless = [
  { error: new DOMException('too late', 'TimeoutError'), means: 'total_timeout' },
  { error: new DOMException('enough', 'AbortError'), means: 'aborted' },
  { error: 'a text', means: 'protocol_error' },
  { error: undefined, means: 'protocol_error' },
]
for (const { error, means } of nameless) {
  test(`${String(error)} without a code is ${means}`, () => assert.equal(toNetErrorCode(error, 'headers'), means))
}
