import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { splitUrl, type UrlParts } from '../url/url-parts.ts'
import type { Recorder } from './recorder.ts'
import type { PartRepair, TextRepair } from './rule.ts'
import { asciiHost } from './rules/ascii-host.ts'
import { decodeHost } from './rules/decode-host.ts'
import { encodeCharacters } from './rules/encode-characters.ts'
import { encodeUserinfo } from './rules/encode-userinfo.ts'
import { ipv4Host } from './rules/ipv4-host.ts'
import { ipv6Host } from './rules/ipv6-host.ts'
import { lowercaseHost } from './rules/lowercase-host.ts'
import { lowercaseScheme } from './rules/lowercase-scheme.ts'
import { removeLineBreaks } from './rules/remove-line-breaks.ts'
import { repairPort } from './rules/repair-port.ts'
import { repairSlashes } from './rules/repair-slashes.ts'
import { replaceSurrogates } from './rules/replace-surrogates.ts'
import { trim } from './rules/trim.ts'

export const TEXT_REPAIRS: readonly TextRepair[] = [replaceSurrogates, trim, removeLineBreaks]

/** In the order of the host parser: what decodes comes before what judges. */
export const PART_REPAIRS: readonly PartRepair[] = [
  repairSlashes,
  lowercaseScheme,
  encodeUserinfo,
  decodeHost,
  lowercaseHost,
  asciiHost,
  ipv4Host,
  ipv6Host,
  repairPort,
  encodeCharacters,
]

/**
 * The URL standard's parser for http and https, as a list of repairs. Dot segments and escapes are left to the policy.
 * https://url.spec.whatwg.org/#url-parsing
 */
export function parseUrl(
  input: string,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
): UrlParts | UrlErrorCode {
  let text = input
  for (const rule of TEXT_REPAIRS) {
    text = rule.repair(text)
    recorder?.record(rule, text)
  }
  const url = splitUrl(text)
  if (typeof url === 'string') return url
  for (const rule of PART_REPAIRS) {
    const error = rule.repair(url, idna)
    if (error !== null) return error
    recorder?.record(rule, url.join())
  }
  return url
}
