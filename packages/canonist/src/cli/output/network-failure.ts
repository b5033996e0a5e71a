import { isSilence } from '../../app/fetching/network-words.ts'
import type { Failure } from './url-tally.ts'
import type { NetworkFlags } from '../flags/network.ts'

/** A failure of the network for the summary of a run. */
export function networkFailure(code: string, { timeout }: Pick<NetworkFlags, 'timeout'>): Failure {
  const detail = code === 'total_timeout' ? `after ${timeout} s` : undefined
  return { code, detail, isSilent: isSilence(code) }
}
