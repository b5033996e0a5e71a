import type { Step } from '../context.ts'
import { hostOf } from '../wire.ts'

/** The lists of the policy have their say before any name is looked up. */
export const passGate: Step = (draft, { rules, requests }) => {
  const verdict = rules.gate(hostOf(draft.url))
  if (verdict === 'blocked') draft.reject('blocklisted')
  else if (verdict === 'unknown') draft.reject('not_allowlisted')
  else if (verdict === 'shortener' && requests === null) draft.wait('needs_resolution')
}
