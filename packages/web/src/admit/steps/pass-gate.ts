import type { Step } from '../context.ts'
import { readHost } from '../url-parts.ts'

/** Checks the lists of the policy before any name is looked up. */
export const passGate: Step = (draft, { rules, requests }) => {
  const verdict = rules.gate(readHost(draft.url))
  if (verdict === 'blocked') draft.reject('blocklisted')
  else if (verdict === 'unknown') draft.reject('not_allowlisted')
  else if (verdict === 'shortener' && requests === null) draft.defer('needs_resolution')
}
