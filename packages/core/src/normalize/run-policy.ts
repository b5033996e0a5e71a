import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { MAX_URL_LENGTH } from '../url/max-url-length.ts'
import type { UrlParts } from '../url/url-parts.ts'
import { applyRules } from './apply-rules.ts'
import type { CompiledPolicy } from './compile.ts'
import { UNSTABLE, applyUntilStable, findSection } from './apply-until-stable.ts'
import { parseUrl, TOO_LONG } from './parse.ts'
import type { Recorder } from './recorder.ts'
import { keepPlain } from './rules/keep-plain.ts'
import { EVERYTHING } from './signs.ts'

/** The normalized URL, or null where the input is not an http(s) URL, not a string, or too long; `findError` says why. */
export function runPolicy(policy: CompiledPolicy, input: unknown, idna: DomainToAscii | null): string | null {
  if (typeof input !== 'string') return null
  const url = applyUntilStable(policy, null, input, idna, null, 0)
  if (url) return url.length <= MAX_URL_LENGTH ? url : null
  if (url === UNSTABLE) return applySafeRules(policy, input, idna)
  const completed = policy.completion?.complete(input, null)
  return completed ? runPolicy(policy, completed, idna) : null
}

/** Applies the same rules and reports each one to a recorder. */
export function runRecorded(
  policy: CompiledPolicy,
  input: string,
  idna: DomainToAscii | null,
  recorder: Recorder,
): { url: string; fragment: string } | UrlErrorCode {
  const parsed = parseUrl(input, idna, null)
  if (typeof parsed === 'string') {
    const completed = policy.completion?.complete(input, recorder)
    return completed ? runRecorded(policy, completed, idna, recorder) : parsed
  }
  const { fragment } = parsed
  const url = applyUntilStable(policy, null, input, idna, recorder, 0)
  if (url === null || url.length > MAX_URL_LENGTH) return TOO_LONG
  if (url !== UNSTABLE) return { url, fragment }
  const plain = applySafeRules(policy, input, idna)
  if (plain === null) return TOO_LONG
  recorder.note('unstable')
  recorder.record(keepPlain, plain)
  return { url: plain, fragment }
}

/** Why `runPolicy` refused the input. If the parser accepts it, its normalized form is too long. */
export function findError(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): UrlErrorCode {
  const url = parseUrl(policy.completion?.complete(input, null) ?? input, idna, null)
  return typeof url === 'string' ? url : TOO_LONG
}

/** Whether the policy keeps changing the URL without end. */
export function isUnstable(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): boolean {
  return applyUntilStable(policy, null, input, idna, null, 0) === UNSTABLE
}

/**
 * Applies only the safe rules, for a URL that never becomes stable. Applied to its own result it returns the same URL. Null if
 * the result is too long.
 */
function applySafeRules(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): string | null {
  const url = parseUrl(input, idna, null) as UrlParts
  const section = findSection(policy, url)
  const { place, end } = section.meaning
  const safe = [...place, ...end].filter(({ tier }) => tier === 'safe')
  applyRules([...section.spelling, ...safe], url, section, EVERYTHING, null)
  const plain = url.join()
  return plain.length <= MAX_URL_LENGTH ? plain : null
}
