import { isIP } from 'node:net'
import { isInternalName, isReservedForTests } from '../net/gate/host-name.ts'
import { isPublicAddress } from '../net/address/public-address.ts'
import type { Reason } from '../admit/words.ts'
import type { FoundValue } from './read/found-value.ts'

/** A link as a file has it. */
export type WrittenLink = Pick<FoundValue, 'spelling'> & { readonly text: string }

const TEMPLATE = /\{\{|\{%|\$\{|\$\(|<%/

/** Whether a program fills the URL in: `https://v{{ version }}.example.com`. */
export const isTemplate = (text: string): boolean => TEMPLATE.test(text)

/** `https://<host>/`, `https://*.example.com`, `https://host:port`, `https://…`. */
const PLACEHOLDER = /[{}<>*$[\]]|%s|\.\.\.|\u2026|:port\b/i

/**
 * Whether text that cannot be admitted was meant as a link to the public web. Prose, examples and links for other programs
 * are not: `http://localhost:3000`, `irc://…`, `https://host:port`. Only where no field says that it holds links.
 *
 * @param isSources whether links must lead to public sources
 */
export function isMeantAsLink({ text, spelling }: WrittenLink, reason: Reason, isSources: boolean): boolean {
  if (reason === 'scheme_not_allowed') return isMisspelledHttp(text)
  if (reason === 'malformed' || reason === 'control_character') return isLiteral(text, spelling)
  const host = hostOf(text)
  if (reason === 'invalid_host') return !isLocal(host) && isLiteral(text, spelling) && (isSources || isMistyped(host))
  const isOther = reason === 'ip_literal' || reason === 'userinfo' || reason === 'port_not_allowed'
  return !isOther || (isSources && !isLocal(host))
}

/** `htps://`, `ttp://`: no scheme of another kind is made of these letters alone. */
const isMisspelledHttp = (text: string): boolean => /^(?=h?[^:]*t[^:]*p)[htps]{2,8}:/i.test(text)

/** Bare text is linked only if it is a URL, so bare text that is none links to nothing. In data, spaces make it prose, and a second URL a list. */
function isLiteral(text: string, spelling: FoundValue['spelling']): boolean {
  if (spelling === 'markdown-text' || PLACEHOLDER.test(text)) return false
  return spelling.startsWith('markdown') || !/\s|[,;|]https?:/i.test(text.trim())
}

const hostOf = (text: string): string => URL.parse(text.trim())?.hostname.replace(/\.$/, '') ?? ''

/** A host of one machine or network: no name of the public web was meant. */
function isLocal(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0) return !isPublicAddress(address)
  return !isScheme(host) && (isInternalName(host) || isReservedForTests(host))
}

/** `https://https://example.com`: then the host is called like a scheme. */
const isScheme = (host: string): boolean => /^https?$/.test(host)

/** Underscores are not allowed in host names, yet some sites have them, and they work. */
const isMistyped = (host: string): boolean => !host.includes('_')
