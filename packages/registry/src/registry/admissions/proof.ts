import type { Admission } from '@canonist/web/internal/admit/admission'
import { ADMISSION_RULES } from '@canonist/web/internal/admit/draft'
import type { AdmissionFlag } from '@canonist/web/internal/admit/words'
import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import type { AdmissionOptions } from './stored-admission.ts'

/** Whether the network answered. A network that is down says nothing about a URL. */
export function isAnswered({ notes }: Admission, { offline = false }: AdmissionOptions): boolean {
  return !offline && !notes.some((note) => isSilence(note.replace(/^ended:/, '')))
}

export const UNPROVED: readonly AdmissionFlag[] = [
  'resolution_failed',
  'redirect_limit',
  'redirect_loop',
  'tls_invalid',
]

/** Whether the page was found at its canonical URL. Otherwise the URL follows only from its spelling and must not override a proof. */
export function isProved(admission: Admission, options: AdmissionOptions): boolean {
  const isLogin = admission.notes.includes('ended:login')
  return isAnswered(admission, options) && !isLogin && !UNPROVED.some((flag) => hasFlag(admission, flag))
}

/** How strong an admission's evidence of its canonical URL is. */
export type Proof = 'none' | 'answered' | 'proved'

const BY_WEIGHT: readonly Proof[] = ['none', 'answered', 'proved']

export function findProof(admission: Admission, options: AdmissionOptions): Proof {
  if (isProved(admission, options)) return 'proved'
  return isAnswered(admission, options) ? 'answered' : 'none'
}

export const isWeaker = (one: Proof, other: Proof): boolean => BY_WEIGHT.indexOf(one) < BY_WEIGHT.indexOf(other)

/** Also true if a person expects the flag. */
function hasFlag({ flags, notes }: Admission, flag: AdmissionFlag): boolean {
  return flags.includes(flag) || notes.includes(`expected:${flag}`)
}

/** Whether the canonical URL is a different page from the original: another language version, or the first page of a list. */
export function isOtherPage({ trace }: Admission): boolean {
  const rules: Readonly<Record<string, { readonly tier: string }>> = ADMISSION_RULES
  return trace.some(({ rule }) => rules[rule]?.tier === 'lossy')
}
