import { isIP } from 'node:net'
import { tryNormalize } from '@canonist/core'
import { isInternalName, isPublicName, isReservedForTests } from '@canonist/web/internal/net/gate/host-name'
import { isPublicAddress } from '@canonist/web/internal/net/address/public-address'
import type { AdmissionReason } from '@canonist/web/internal/admit/words'
import type { FoundValue } from './read/found-value.ts'
import { isMisspelledHttp, isOneEditAway } from './read/web-url.ts'

/** A link as a file has it. */
export type WrittenLink = Pick<FoundValue, 'spelling'> & { readonly text: string }

const TEMPLATE = /\{\{|\{%|\$\{|\$\(|<%|\/\$[a-z][\w-]*(?:[/?#]|$)/i

/** Whether a program or a person fills the URL in: `https://v{{ version }}.example.com`, `https://example.com/$name/`. */
export const isTemplate = (text: string): boolean => TEMPLATE.test(text)

/** `https://<host>/`, `https://*.example.com`, `https://host:port`, `https://…`. */
const PLACEHOLDER = /[{}<>*$[\]]|%s|\.\.\.|\u2026|:port\b/i

/**
 * Whether text that cannot be admitted was meant as a link to the public web. Prose, prefixes, examples and links for other
 * programs are not: `http://`, `http://localhost:3000`, `irc://…`, `https://host:port`. Only where no field says that it holds links.
 *
 * @param isSources whether links must lead to public sources
 */
export function isMeantAsLink({ text, spelling }: WrittenLink, reason: AdmissionReason, isSources: boolean): boolean {
  if (isPrefix({ text, spelling })) return false
  if (reason === 'scheme_not_allowed') return isMisspelledHttp(text)
  if (reason === 'malformed') return isLiteral(text, spelling) && (isSources || !isValidUrl(text))
  if (reason === 'control_character') return isLiteral(text, spelling)
  const host = parseHostname(text)
  if (reason === 'invalid_host') return isLiteral(text, spelling) && (isSources ? !isLocal(host) : isMistyped(host))
  const isOther = reason === 'ip_literal' || reason === 'userinfo' || reason === 'port_not_allowed'
  return !isOther || (isSources && !isLocal(host))
}

const PLAIN_START = /^https?:\/\/[^/\\?#%\s]+(?:[/?#]|$)/i

/**
 * Whether every browser reads the URL alike. The gate before the network refuses more: it takes an escaped line break for an
 * attack, and so it may be, but links to forms have them.
 */
export const isValidUrl = (text: string): boolean =>
  PLAIN_START.test(text.trim()) && !/^[^?#]*\\/.test(text) && tryNormalize(text.trim(), 'rfc3986').ok

/** Prose, a list of URLs, or a regular expression: `https://example\.com/`. */
const OTHER_DATA = /\s|[,;|]https?:|\\\./i

/** Bare text is linked only if it is a URL, so bare text that is none links to nothing. */
function isLiteral(text: string, spelling: FoundValue['spelling']): boolean {
  if (spelling === 'markdown-text' || PLACEHOLDER.test(text)) return false
  return spelling.startsWith('markdown') || !OTHER_DATA.test(text.trim())
}

/** `http://`, `https:/`, `htps://`, `https://#`: a scheme, and nothing that could be a host. */
const ONLY_SCHEME = /^\s*[a-z]+:?\/+[/:?#.]*\s*$/i

/** Whether text is what URLs begin with, as programs have it for comparing and people for describing. The target of a link is more: it leads nowhere. */
const isPrefix = ({ text, spelling }: WrittenLink): boolean => ONLY_SCHEME.test(text) && spelling !== 'markdown-target'

const parseHostname = (text: string): string => URL.parse(text.trim())?.hostname.replace(/\.$/, '') ?? ''

/** A host of one machine or network: no name of the public web was meant. */
function isLocal(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0) return !isPublicAddress(address)
  return !isScheme(host) && (isInternalName(host) || isReservedForTests(host))
}

/** `https://https://example.com`: then the host is called like a scheme. */
const isScheme = (host: string): boolean => /^https?$/.test(host)

/** `https://proxy.golang.org,direct`: a comma after a whole host name separates values; elsewhere it was meant as a dot. */
const isList = (host: string): boolean => isPublicName(host.slice(0, Math.max(0, host.indexOf(','))))

/** The top-level domains that most hosts have: an unknown one that is one edit away was meant to be it. */
const COMMON_TOP_LEVELS = ['com', 'org', 'net', 'edu', 'gov', 'info']

/**
 * Whether a host that cannot exist is a typing error. Documents are full of names that lead nowhere on purpose:
 * `kubernetes.default.svc`, `domain.tld`, `foo.bar.baz`. Underscores are not allowed in host names, yet some sites have them,
 * and they work.
 */
function isMistyped(host: string): boolean {
  if (isScheme(host) || isPublicName(host.replaceAll(',', '.'))) return !host.includes('_') && !isList(host)
  const top = host.slice(host.lastIndexOf('.') + 1)
  return host.includes('.') && COMMON_TOP_LEVELS.some((common) => isOneEditAway(top, common))
}
