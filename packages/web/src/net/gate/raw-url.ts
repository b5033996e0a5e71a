import type { NetErrorCode } from '../errors.ts'

export const MAX_URL_LENGTH = 8192

interface TextRule {
  readonly code: NetErrorCode
  readonly refuses: RegExp
}

/** Text that is refused before parsing, because parsers disagree about it or because it can only be an attack. */
const TEXT_RULES: readonly TextRule[] = [
  // Some delete them, some end the URL there, some send them. A lone surrogate has no bytes to send.
  { code: 'url_ambiguous', refuses: /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u },
  // If a careless server or proxy decodes them, they begin a new header.
  { code: 'url_ambiguous', refuses: /%0[ad]/i },
  { code: 'invalid_url', refuses: /^(?![a-z][a-z0-9+.-]*:)/i },
  { code: 'scheme_blocked', refuses: /^(?!https?:)/i },
  // WHATWG finds a host after any number of slashes or backslashes, RFC 3986 only after two.
  { code: 'url_ambiguous', refuses: /^https?:(?!\/\/(?![/\\]))/i },
  // A slash for WHATWG, an ordinary character for RFC 3986. After "?" both agree.
  { code: 'url_ambiguous', refuses: /^[^?#]*\\/ },
  // Old parsers end the authority at "/" only, so what precedes the "@" is userinfo to them.
  { code: 'url_ambiguous', refuses: /^https?:\/\/[^/?#]*[?#].*@/is },
  { code: 'userinfo_blocked', refuses: /^https?:\/\/[^/?#]*@/i },
  // Some parsers decode these, some end the host there.
  { code: 'url_ambiguous', refuses: /^https?:\/\/[^/?#]*[%\s]/i },
]

/** Why the text itself is refused, or null. */
export function findTextError(text: string): NetErrorCode | null {
  if (text.length > MAX_URL_LENGTH) return 'too_long'
  return TEXT_RULES.find(({ refuses }) => refuses.test(text))?.code ?? null
}

// https://www.rfc-editor.org/rfc/rfc3986#section-3.2, without userinfo
const AUTHORITY = /^https?:\/\/(\[[^\]/?#]*\]|[^:/?#]*)(?::[0-9]*)?(?=[/?#]|$)/i

/** The host as it is spelled, in its brackets, or null where RFC 3986 sees none. */
export function readSpelledHost(text: string): string | null {
  return AUTHORITY.exec(text)?.[1] || null
}
