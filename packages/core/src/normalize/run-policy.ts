import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { MAX_URL_LENGTH } from '../url/max-url-length.ts'
import type { UrlParts } from '../url/url-parts.ts'
import { applyRules } from './apply-rules.ts'
import type { CompiledPolicy } from './compile.ts'
import { UNSTABLE, applyUntilStable, findSection } from './apply-until-stable.ts'
import { parseUrl, repairText } from './parse.ts'
import type { Recorder } from './recorder.ts'
import { keepPlain } from './rules/keep-plain.ts'
import { EVERYTHING } from './signs.ts'

/** The normalized URL, or null where the input is not an http(s) URL, not a string, or too long; `findError` says why. */
export function runPolicy(policy: CompiledPolicy, input: unknown, idna: DomainToAscii | null): string | null {
  if (typeof input !== 'string') return null
  const url = applyUntilStable(policy, null, input, idna, null, 0)
  // Comparing lengths saves the engine from comparing two texts.
  if (url !== null && url.length > 0) return url.length <= MAX_URL_LENGTH ? url : null
  if (url !== null) return applySafeRules(policy, input, idna)
  const completed = completeUrl(policy, input, null)
  return completed === null ? null : runPolicy(policy, completed, idna)
}

/** The input with the scheme that the policy names for URLs without one; null if it has one, or is not such a URL. */
function completeUrl({ completion }: CompiledPolicy, input: string, recorder: Recorder | null): string | null {
  if (completion === null || input.length > MAX_URL_LENGTH) return null
  const completed = completion.complete(repairText(input, recorder))
  if (completed !== null) recorder?.record(completion, completed)
  return completed
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
    // Looked at first without the recorder: an input that is refused after all has no changes.
    if (completeUrl(policy, input, null) === null) return parsed
    return runRecorded(policy, completeUrl(policy, input, recorder) ?? input, idna, recorder)
  }
  const { fragment } = parsed
  const url = applyUntilStable(policy, null, input, idna, recorder, 0)
  if (url === null || url.length > MAX_URL_LENGTH) return 'url/too-long'
  if (url !== UNSTABLE) return { url, fragment }
  const plain = applySafeRules(policy, input, idna)
  if (plain === null) return 'url/too-long'
  recorder.note('unstable')
  recorder.record(keepPlain, plain)
  return { url: plain, fragment }
}

/** Why `runPolicy` refused the input. If the parser accepts it, its normalized form is too long. */
export function findError(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): UrlErrorCode {
  const url = parseUrl(completeUrl(policy, input, null) ?? input, idna, null)
  return typeof url === 'string' ? url : 'url/too-long'
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
