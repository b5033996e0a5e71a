import { createDurationParser } from '@canonist/core/internal/text/duration'
import { createSizeParser } from '@canonist/core/internal/text/size'
import { DEFAULT_USER_AGENT } from '@canonist/web/internal/net/user-agent'
import { createSwitch } from './common.ts'
import type { FlagDescriptions, FlagsOf } from './flags-of.ts'
import { headerText, createNumberParser, text } from './values.ts'

/** The network flags of every command that fetches. */
export const networkFlags = {
  connectTo: {
    kind: 'parsed',
    parse: text,
    variadic: true,
    optional: true,
    placeholder: 'host:port:addr:port',
    brief: 'Connect to this address instead, as in curl; an empty host or port matches any; may be repeated',
  },
  cacert: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'file',
    brief: 'Trust the certificate authorities in this PEM file instead of the usual ones',
  },
  maxRedirects: {
    kind: 'parsed',
    parse: createNumberParser(0, 50),
    default: '5',
    placeholder: 'n',
    brief: 'Follow at most this many redirects',
  },
  concurrency: {
    kind: 'parsed',
    parse: createNumberParser(1, 1024),
    default: '32',
    placeholder: 'n',
    brief: 'Send at most this many requests at once, and one per host',
  },
  /** In milliseconds, like all durations here. */
  hostDelay: {
    kind: 'parsed',
    parse: createDurationParser({ bareUnit: 'ms', least: '0s', most: '1h' }),
    default: '1s',
    placeholder: 'duration',
    brief: 'Minimum time between two requests to the same host; a bare number is milliseconds',
  },
  ignoreRobots: createSwitch('Ignore robots.txt'),
  timeout: {
    kind: 'parsed',
    parse: createDurationParser({ least: '10ms', most: '1h' }),
    default: '30s',
    placeholder: 'duration',
    brief: 'Give up on a request after this long; with a single URL, the time includes its redirects',
  },
  /** Undefined: as long as `timeout`. */
  maxWait: {
    kind: 'parsed',
    parse: createDurationParser({ most: '1d' }),
    optional: true,
    placeholder: 'duration',
    brief:
      'Wait at most this long for a host that asks for a pause (Retry-After); if it asks for longer, the URL fails with host_busy (default: the value of --timeout)',
  },
  /** In bytes. */
  maxBytes: {
    kind: 'parsed',
    parse: createSizeParser('1kB', '1GB'),
    optional: true,
    placeholder: 'size',
    brief: 'Read at most this much of a document, such as 500kB or 5MB (default: 5 MiB)',
  },
  userAgent: {
    kind: 'parsed',
    parse: headerText,
    default: DEFAULT_USER_AGENT,
    placeholder: 'text',
    brief: 'User-Agent header; for long lists, include a contact address',
  },
} as const satisfies FlagDescriptions

const { maxRedirects, ...others } = networkFlags

/** Those of commands that admit URLs: the limit of five redirects is part of a decision, so it is not a flag. */
export const admissionNetworkFlags = others

export type NetworkFlags = FlagsOf<typeof networkFlags>
