import type { ErrorEntry, ErrorKind } from './error-entry.ts'

// Rows are made by a call: spelled out, their field names would take the lean bundle over its limit.
const row = (says: string, fix: string, kind: ErrorKind = 'invalid'): ErrorEntry => ({ kind, retry: false, says, fix })

/** Every reason why a text is not a URL that can be normalized: what it says, and how to fix it. */
export const ERRORS = {
  'url/not-a-string': row('The input is not a string.', 'Pass the URL as text. Call .href on a URL object.'),
  'url/empty': row('The text is empty or blank.', 'Leave it out, or fill it in.'),
  'url/too-long': row(
    'The URL has over 2,097,152 characters, as written or encoded.',
    'Check the line breaks of your list.',
  ),
  'url/no-scheme': row(
    'The URL has no scheme.',
    'Put https:// before a host, or resolve a relative link against its page.',
  ),
  'url/scheme-not-http': row(
    'Only http and https URLs are normalized.',
    'Skip other schemes, or put http:// before "host:port".',
  ),
  'url/no-host': row('The URL has no host.', 'Put a host or an address after "//".'),
  'url/bad-host': row(
    'The host has a character that is not allowed there.',
    'Look for spaces, brackets, "%" or a stray "@" in it.',
  ),
  'url/bad-domain': row(
    'The host is not a valid internationalized domain name.',
    'Check "xn--" labels and characters outside ASCII.',
  ),
  'url/idna-not-loaded': row(
    'The lean build cannot read internationalized host names.',
    'Import @canonist/core instead of @canonist/core/lean.',
    'usage',
  ),
  'url/bad-ipv4': row(
    'The host ends in a number but is not an IPv4 address.',
    'Use at most four numbers, each in its range.',
  ),
  'url/bad-ipv6': row('The host in brackets is not an IPv6 address.', 'Check its groups. Zones are not allowed.'),
  'url/bad-port': row('The port is not a number from 0 to 65535.', 'Correct it, or remove it.'),
  'policy/unknown': row('The policy is not valid.', 'Check the policy.', 'usage'),
} as const satisfies Record<string, ErrorEntry>

export type UrlErrorCode = keyof typeof ERRORS

/** An error with the fields of its row: `kind`, `retry`, `says` and `fix`. */
export class TableError extends Error implements ErrorEntry {
  declare readonly kind: ErrorKind
  declare readonly retry: boolean
  declare readonly says: string
  declare readonly fix: string

  constructor(row: ErrorEntry, message: string) {
    super(message)
    Object.assign(this, row)
  }
}

/** Thrown by `normalize` and other functions for input that is not an http or https URL. */
export class UrlError extends TableError {
  override readonly name = 'UrlError'
  readonly code: UrlErrorCode
  readonly input: string

  constructor(code: UrlErrorCode, input: string) {
    super(ERRORS[code], describeError(code, input))
    this.code = code
    this.input = input
  }
}

const MAX_QUOTE_LENGTH = 200

/** One sentence for people: the thing, the problem, the fix. */
export function describeError(code: UrlErrorCode, input: string): string {
  const { says, fix } = ERRORS[code]
  const quoted = input.length > MAX_QUOTE_LENGTH ? `${input.slice(0, MAX_QUOTE_LENGTH)}…` : input
  return `${JSON.stringify(quoted)}: ${says} ${fix}`
}
