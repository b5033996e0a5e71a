import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { MAX_UNENCODED_LENGTH, MAX_URL_LENGTH } from '../url/max-url-length.ts'
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

const REPAIRS_BEFORE_HOST: readonly PartRepair[] = [repairSlashes, lowercaseScheme, encodeUserinfo]
/** In the order of the host parser: decode first, then validate. */
const NAME_REPAIRS: readonly PartRepair[] = [decodeHost, lowercaseHost, asciiHost, ipv4Host]
const REPAIRS_AFTER_HOST: readonly PartRepair[] = [repairPort, encodeCharacters]

const withHostRepairs = (repairs: readonly PartRepair[]): readonly PartRepair[] =>
  [REPAIRS_BEFORE_HOST, repairs, REPAIRS_AFTER_HOST].flat()

export const PART_REPAIRS = /* @__PURE__ */ listPartRepairs()

function listPartRepairs(): readonly PartRepair[] {
  return withHostRepairs([...NAME_REPAIRS, ipv6Host])
}

// Repairs that cannot change such a host are left out.
const FOR_PLAIN_HOST = withHostRepairs([])
const FOR_NAME = withHostRepairs(NAME_REPAIRS)
const FOR_BRACKETS = withHostRepairs([ipv6Host])

export const TOO_LONG = 'url/too-long'

const NOT_PRINTABLE = /[^!-~]/
// In lower case, and not an address, since its last label has only letters.
const PLAIN_HOST = /^[a-z0-9.-]+\.[a-z]+$/

/**
 * The URL standard's parser for http and https, as a list of repairs. Dot segments and escapes are left to the policy.
 * https://url.spec.whatwg.org/#url-parsing
 */
export function parseUrl(
  input: string,
  idna: DomainToAscii | null,
  recorder: Recorder | null,
): UrlParts | UrlErrorCode {
  if (input.length > MAX_URL_LENGTH) return TOO_LONG
  const url = splitUrl(NOT_PRINTABLE.test(input) ? repairText(input, recorder) : input)
  if (typeof url === 'string') return url
  for (const rule of repairsFor(url.host)) {
    const error = rule.repair(url, idna)
    if (error !== null) return error
    recorder?.record(rule, url.join())
  }
  return input.length > MAX_UNENCODED_LENGTH && url.join().length > MAX_URL_LENGTH ? TOO_LONG : url
}

function repairsFor(host: string): readonly PartRepair[] {
  if (PLAIN_HOST.test(host)) return FOR_PLAIN_HOST
  return host.startsWith('[') ? FOR_BRACKETS : FOR_NAME
}

/** Removes what would make the text split at the wrong place. */
export function repairText(input: string, recorder: Recorder | null): string {
  let text = input
  for (const rule of TEXT_REPAIRS) {
    text = rule.repair(text)
    recorder?.record(rule, text)
  }
  return text
}
