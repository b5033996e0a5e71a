/** Every reason why a text is not a URL that can be normalized: what it says, and what to do about it. */
export const ERRORS = {
  'url/not-a-string': {
    says: 'The input is not a string.',
    cure: 'Pass the URL as text; call .href on a URL object.',
  },
  'url/empty': {
    says: 'The text is empty or blank.',
    cure: 'Leave it out, or fill it in.',
  },
  'url/too-long': {
    says: 'The URL has more than 2,097,152 characters, as written or encoded.',
    cure: 'Check the line breaks of your list.',
  },
  'url/no-scheme': {
    says: 'The text does not begin with a scheme.',
    cure: 'Put https:// before a bare host; resolve a relative link against its page.',
  },
  'url/scheme-not-http': {
    says: 'Only http and https URLs are normalized.',
    cure: 'Leave other schemes alone; put http:// before "host:port".',
  },
  'url/no-host': {
    says: 'No host stands between the scheme and the path.',
    cure: 'Put a host name or an address behind "//".',
  },
  'url/bad-host': {
    says: 'The host has a character that no host may have.',
    cure: 'Look for spaces, brackets, "%" or a stray "@" in it.',
  },
  'url/bad-domain': {
    says: 'The host is not a valid internationalized domain name.',
    cure: 'Check "xn--" labels and characters outside ASCII.',
  },
  'url/idna-not-loaded': {
    says: 'The lean build cannot read internationalized host names.',
    cure: 'Import @canonist/core instead of @canonist/core/lean.',
  },
  'url/bad-ipv4': {
    says: 'The host ends in a number but is not an IPv4 address.',
    cure: 'It takes at most four numbers, each in its range.',
  },
  'url/bad-ipv6': {
    says: 'The host in brackets is not an IPv6 address.',
    cure: 'Check its groups; zones are not allowed.',
  },
  'url/bad-port': {
    says: 'The port is not a number from 0 to 65535.',
    cure: 'Correct it, or remove it.',
  },
  'policy/unknown': {
    says: 'The policy is not valid.',
    cure: 'Check the second argument.',
  },
} as const satisfies Record<string, { says: string; cure: string }>

export type UrlErrorCode = keyof typeof ERRORS

/** What `normalize` and its throwing siblings throw for a text that is no http(s) URL. */
export class UrlError extends Error {
  override readonly name = 'UrlError'
  readonly code: UrlErrorCode
  readonly input: string

  constructor(code: UrlErrorCode, input: string) {
    super(describeError(code, input))
    this.code = code
    this.input = input
  }
}

const LONGEST_QUOTE = 200

/** One sentence for people: the thing, the reason, the cure. */
export function describeError(code: UrlErrorCode, input: string): string {
  const { says, cure } = ERRORS[code]
  const quoted = input.length > LONGEST_QUOTE ? `${input.slice(0, LONGEST_QUOTE)}…` : input
  return `${JSON.stringify(quoted)}: ${says} ${cure}`
}
