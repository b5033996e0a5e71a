import { isIP } from 'node:net'
import { checkUrl } from '../net/gate/check-url.ts'
import type { NetErrorCode } from '../net/errors.ts'
import type { AdmissionReason } from './words.ts'

/** Why a URL cannot be admitted whatever the policy says of its host. */
export type TextRefusal = Extract<
  AdmissionReason,
  | 'malformed'
  | 'control_character'
  | 'scheme_not_allowed'
  | 'userinfo'
  | 'ip_literal'
  | 'invalid_host'
  | 'port_not_allowed'
>

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const HTTP = /^https?:/i
// Tabs and line breaks too: parsers delete them, people overlook them.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const HAS_HOST = /^https?:\/\/[^/?#]/i
const USERINFO = /^https?:\/\/[^/?#]*@/i

const MEANINGS: Partial<Record<NetErrorCode, TextRefusal>> = {
  scheme_blocked: 'scheme_not_allowed',
  userinfo_blocked: 'userinfo',
  port_blocked: 'port_not_allowed',
  name_blocked: 'invalid_host',
  private_address: 'ip_literal',
}

/** Why an absolute URL is refused by its text alone, or null. No name is looked up. */
export function findUrlRefusal(text: string): TextRefusal | null {
  if (CONTROL.test(text)) return 'control_character'
  if (!SCHEME.test(text)) return 'malformed'
  if (!HTTP.test(text)) return 'scheme_not_allowed'
  if (!HAS_HOST.test(text) || /^[^?#]*\\/.test(text)) return 'malformed'
  if (USERINFO.test(text)) return 'userinfo'
  if (isAddress(URL.parse(text)?.hostname ?? '')) return 'ip_literal'
  const checked = checkUrl(text)
  return checked.ok ? null : (MEANINGS[checked.code] ?? 'malformed')
}

/** Which character of the text, counted from 1, is the first control character in a URL that may have blanks around it. */
export function findControlPosition(text: string): number {
  const { trimmed } = readInput(text)
  const at = text.indexOf(trimmed) + trimmed.search(CONTROL)
  return Array.from(text.slice(0, at)).length + 1
}

/** However it was spelled: the parser writes `0x7f.1` as four numbers. */
const isAddress = (host: string): boolean => host.startsWith('[') || isIP(host) !== 0

/** What a person typed or pasted: a URL, or one that lacks nothing but its scheme. */
export interface ReadInput {
  /** Without what stands around it and shows nothing. */
  readonly trimmed: string
  readonly text: string
  readonly isSchemeAssumed: boolean
}

// A name with a dot, perhaps a port, and then an end or a beginning of something else.
const BARE_HOST = /^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*\.)+[\p{L}\p{N}-]*\p{L}\.?(?::\d*)?(?:[/?#]|$)/u

/** Callers without types may pass anything. */
export function readInput(input: unknown): ReadInput {
  const trimmed = typeof input === 'string' ? trimBlanks(input) : ''
  const isSchemeAssumed = BARE_HOST.test(trimmed)
  return { trimmed, text: isSchemeAssumed ? `https://${trimmed}` : trimmed, isSchemeAssumed }
}

// Those of no width too: they come along when text is copied from documents and web pages.
const BLANK = /[\s\u200b-\u200f\u2060]/

function trimBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && BLANK.test(text.charAt(from))) from += 1
  while (from < to && BLANK.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}
