import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NET_ERRORS, type NetErrorCode } from '@canonist/web/internal/net/errors'
import {
  FRONTIER_REASONS,
  classifyNetError,
  type FrontierReason,
  type ReasonAction,
} from '../../src/frontier/reasons.ts'

/** Actions after which the URL is fetched again without a change. */
const AGAIN: ReadonlySet<ReasonAction> = new Set<ReasonAction>(['retry', 'confirm', 'host', 'rate', 'return'])

for (const reason of Object.keys(FRONTIER_REASONS) as FrontierReason[]) {
  const { action, kind, retry } = FRONTIER_REASONS[reason]
  test(`${reason}: its action ${action} fits kind ${kind} and retry ${retry}`, () => {
    assert.equal(retry, AGAIN.has(action))
    assert.equal(kind === null, action === 'fetched')
  })
}

/** Without a reason of its own: the frontier takes it for a fault of the protocol, which may pass. */
const TRIED_ALL_THE_SAME: readonly NetErrorCode[] = ['headers_too_large']

test('the network and the frontier agree on what may be retried', () => {
  const codes = Object.keys(NET_ERRORS) as NetErrorCode[]
  assert.deepEqual(
    codes.filter(
      (code) => NET_ERRORS[code].retry !== FRONTIER_REASONS[classifyNetError(code, 'https://example.com/')].retry,
    ),
    TRIED_ALL_THE_SAME,
  )
})
