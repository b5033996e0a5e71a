import type { TypedFlagParameter } from '@stricli/core'
import { DEFAULT_USER_AGENT } from '../../app/fetching/network-options.ts'
import { durationFrom } from '../../text/duration.ts'
import { text } from './common.ts'
import { sizeFrom } from '../../text/size.ts'

/** What every command that fetches may be told about the network. */
export interface NetworkFlags {
  readonly connectTo: readonly string[] | undefined
  readonly cacert: string | undefined
  readonly maxRedirects: number
  readonly concurrency: number
  readonly hostDelay: number
  readonly ignoreRobots: boolean
  /** In seconds. */
  readonly timeout: number
  /** In milliseconds; undefined: as long as `timeout`. */
  readonly maxWait: number | undefined
  /** In bytes. */
  readonly maxBytes: number | undefined
  readonly userAgent: string
}

type Flags<T> = { readonly [Name in keyof T]: TypedFlagParameter<T[Name]> }

export const networkFlags = {
  connectTo: {
    kind: 'parsed',
    parse: text,
    variadic: true,
    optional: true,
    placeholder: 'HOST:PORT:ADDR:PORT',
    brief: 'Connect to this address instead, as in curl; an empty HOST or PORT means any',
  },
  cacert: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'FILE',
    brief: 'Trust the certificate authorities in this PEM file instead of the usual ones',
  },
  maxRedirects: {
    kind: 'parsed',
    parse: numberFrom(0, 50),
    default: '5',
    placeholder: 'N',
    brief: 'Redirects to follow',
  },
  concurrency: {
    kind: 'parsed',
    parse: numberFrom(1, 1024),
    default: '32',
    placeholder: 'N',
    brief: 'Requests at once, over all hosts; each host gets one at a time',
  },
  hostDelay: {
    kind: 'parsed',
    parse: numberFrom(0, 3_600_000),
    default: '1000',
    placeholder: 'MS',
    brief: 'Least time between two requests to one host, for more than one URL',
  },
  ignoreRobots: {
    kind: 'boolean',
    default: false,
    withNegated: false,
    brief: 'Do not ask robots.txt, for more than one URL',
  },
  timeout: {
    kind: 'parsed',
    parse: numberFrom(1, 3600),
    default: '30',
    placeholder: 'SECONDS',
    brief: 'Longest time for one request with its redirects; in a list, for each of these',
  },
  maxWait: {
    kind: 'parsed',
    parse: durationFrom({ most: '1d' }),
    optional: true,
    placeholder: 'DURATION',
    brief:
      'Wait this long for a host that asks for a pause (Retry-After); a longer one is host_busy [default = --timeout]',
  },
  maxBytes: {
    kind: 'parsed',
    parse: sizeFrom('1kB', '1GB'),
    optional: true,
    placeholder: 'SIZE',
    brief: 'Read at most this much of a document: 500kB, 5MB, 1GB [default = 5 MiB]',
  },
  userAgent: {
    kind: 'parsed',
    parse: headerText,
    default: DEFAULT_USER_AGENT,
    placeholder: 'TEXT',
    brief: 'What requests say they are; for a long list, add an address where you can be reached',
  },
} as const satisfies Flags<NetworkFlags>

export function numberFrom(least: number, most: number): (input: string) => number {
  return (input) => {
    const value = Number(input)
    if (/^\d+$/.test(input) && value >= least && value <= most) return value
    throw new Error(`it must be a whole number from ${least} to ${most}`)
  }
}

/** What may stand in a header; anything else would begin another one. */
function headerText(input: string): string {
  if (/^[\u0020-\u007e]+$/.test(input)) return input
  throw new Error('a user agent is one line of printable ASCII')
}
