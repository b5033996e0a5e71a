import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { LONGEST_URL } from '../url/longest-url.ts'
import type { UrlParts } from '../url/url-parts.ts'
import { applyRules } from './apply-rules.ts'
import type { CompiledPolicy } from './compile.ts'
import { NEVER_RESTS, lead, sectionOf } from './lead.ts'
import { parseUrl } from './parse.ts'
import type { Recorder } from './recorder.ts'
import { keepPlain } from './rules/keep-plain.ts'
import { EVERYTHING } from './signs.ts'

/** The normalized URL, or null where the input is not an http(s) URL, not a string, or too long; `findError` says why. */
export function run(policy: CompiledPolicy, input: unknown, idna: DomainToAscii | null): string | null {
  if (typeof input !== 'string') return null
  const url = lead(policy, null, input, idna, null, 0)
  // Comparing lengths saves the engine from comparing two texts.
  if (url !== null && url.length > 0) return url.length <= LONGEST_URL ? url : null
  return url === null ? null : spellPlainly(policy, input, idna)
}

/** The same rules with somebody watching. */
export function runRecorded(
  policy: CompiledPolicy,
  input: string,
  idna: DomainToAscii | null,
  recorder: Recorder,
): { url: string; fragment: string } | UrlErrorCode {
  const parsed = parseUrl(input, idna, null)
  if (typeof parsed === 'string') return parsed
  const { fragment } = parsed
  const url = lead(policy, null, input, idna, recorder, 0)
  if (url === null || url.length > LONGEST_URL) return 'url/too-long'
  if (url !== NEVER_RESTS) return { url, fragment }
  const plain = spellPlainly(policy, input, idna)
  if (plain === null) return 'url/too-long'
  recorder.note('circles')
  recorder.record(keepPlain, plain)
  return { url: plain, fragment }
}

/** Why `run` refused the input. What the parser accepts was refused for the length of its normalized form. */
export function findError(input: string, idna: DomainToAscii | null): UrlErrorCode {
  const url = parseUrl(input, idna, null)
  return typeof url === 'string' ? url : 'url/too-long'
}

/** Whether the policy leads the URL in circles. */
export function circles(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): boolean {
  return lead(policy, null, input, idna, null, 0) === NEVER_RESTS
}

/**
 * What the safe rules make of a URL: the same again when it comes back, and then it circles just as before. Null where
 * that is too long.
 */
function spellPlainly(policy: CompiledPolicy, input: string, idna: DomainToAscii | null): string | null {
  const url = parseUrl(input, idna, null) as UrlParts
  const section = sectionOf(policy, url)
  const { place, end } = section.meaning
  const safe = [...place, ...end].filter(({ tier }) => tier === 'safe')
  applyRules([...section.spelling, ...safe], url, section, EVERYTHING, null)
  const plain = url.join()
  return plain.length <= LONGEST_URL ? plain : null
}
