import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import type { NetErrorCode } from '@canonist/web/internal/net/errors'
import type { Failure } from './url-tally.ts'
import { formatDuration } from '@canonist/core/internal/text/duration'
import type { NetworkFlags } from '../flags/network.ts'

/** Codes for URLs that are rejected by their text, so that no request is sent. */
const REJECTED: readonly NetErrorCode[] = [
  'invalid_url',
  'too_long',
  'url_ambiguous',
  'userinfo_blocked',
  'scheme_blocked',
  'port_blocked',
  'name_blocked',
]

/** A failure of the network for the summary of a run. */
export function createNetworkFailure(
  { code, message }: { readonly code: string; readonly message: string },
  { timeout }: Pick<NetworkFlags, 'timeout'>,
): Failure {
  const detail = code === 'total_timeout' ? `after ${formatDuration(timeout)}` : undefined
  return {
    code,
    detail,
    isSilent: isSilence(code),
    rejection: REJECTED.some((rejected) => rejected === code) ? message : null,
  }
}
