import { createRequire } from 'node:module'

type Tr46 = { readonly toASCII: (domain: string, options: Readonly<Record<string, boolean>>) => string | null }

// tr46 comes without types.
const tr46 = createRequire(import.meta.url)('tr46') as Tr46

const URL_STANDARD_FLAGS = {
  checkHyphens: false,
  checkBidi: true,
  checkJoiners: true,
  useSTD3ASCIIRules: false,
  transitionalProcessing: false,
  verifyDNSLength: false,
  ignoreInvalidPunycode: false,
}

export const tr46ToAscii = (domain: string): string | null => tr46.toASCII(domain, URL_STANDARD_FLAGS)

/** Each lone surrogate becomes U+FFFD, as it does where the URL standard takes a scalar value string. */
export const toScalarValues = (text: string): string => Buffer.from(text).toString()

/** The host that the platform's URL makes of a domain; percent-encoded first, so that no character ends the host. */
export function platformToAscii(domain: string): string | null {
  return URL.parse(`http://${encodeURIComponent(toScalarValues(domain))}/`)?.hostname ?? null
}

// https://url.spec.whatwg.org/#forbidden-domain-code-point
const C0_CONTROLS = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))
const FORBIDDEN = new Set([...C0_CONTROLS, ...Array.from('\u007f #%/:<>?@[\\]^|')])

/** The host parser's next step, which the platform does too and the function under test leaves to its caller. */
export const refuseForbidden = (ascii: string | null): string | null =>
  ascii !== null && Array.from(ascii).some((char) => FORBIDDEN.has(char)) ? null : ascii
