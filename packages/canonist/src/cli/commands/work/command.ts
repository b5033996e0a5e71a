import { buildCommand, type TypedFlagParameter } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, quietFlag, text } from '../../flags/common.ts'
import { networkFlags, numberFrom } from '../../flags/network.ts'
import type { SharedFlags, WorkFlags } from './flags.ts'

const DAY_SECONDS = 86_400

/** Fractions are for tests and for hosts of one's own. */
function secondsFrom(least: number): (input: string) => number {
  return (input) => {
    const value = Number(input)
    if (/^\d+(?:\.\d+)?$/.test(input) && value >= least && value <= DAY_SECONDS) return value
    throw new Error(`it must be a number of seconds from ${least} to ${DAY_SECONDS}`)
  }
}

const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/(?:\*|[a-z0-9][\w!#$&^.+-]*)$/i

function mediaType(input: string): string {
  if (MEDIA_TYPE.test(input)) return input.toLowerCase()
  throw new SyntaxError(`${JSON.stringify(input)} is no media type; write it as text/html or text/*`)
}

const { connectTo, cacert, concurrency, hostDelay, ignoreRobots, timeout, maxBytes, userAgent } = networkFlags

const shared: { readonly [Name in keyof SharedFlags]: TypedFlagParameter<SharedFlags[Name]> } = {
  connectTo,
  cacert,
  concurrency: { ...concurrency, default: '16' },
  hostDelay: {
    ...hostDelay,
    brief: 'Least time between two requests to one host, across all processes on this database',
  },
  ignoreRobots: { ...ignoreRobots, brief: 'Do not ask robots.txt' },
  timeout: { ...timeout, brief: 'Longest time for one request' },
  maxBytes,
  userAgent: { ...userAgent, brief: 'What requests say they are; add an address where you can be reached' },
}

export const workCommand = buildCommand<WorkFlags, [], CanonistContext>({
  loader: async () => command((await import('./run.ts')).workOnQueue),
  parameters: {
    flags: {
      db: dbFlag,
      drain: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'End when nothing is due, leased or waiting for a retry; hosts that are down are not waited for',
      },
      ...shared,
      lease: {
        kind: 'parsed',
        parse: secondsFrom(0.1),
        default: '120',
        placeholder: 'SECONDS',
        brief: 'After this long without a sign of life, what a worker had is given to another one',
      },
      maxAttempts: {
        kind: 'parsed',
        parse: numberFrom(1, 100),
        default: '3',
        placeholder: 'N',
        brief: 'Failures until a URL is dead, and failed probes in a row until a host is down',
      },
      retryBase: {
        kind: 'parsed',
        parse: secondsFrom(0),
        default: '60',
        placeholder: 'SECONDS',
        brief: 'First wait after a failure; each further one doubles it',
      },
      maxRedirects: {
        kind: 'parsed',
        parse: numberFrom(0, 50),
        optional: true,
        placeholder: 'N',
        brief: 'Redirects to follow [default = $CANONIST_MAX_REDIRECTS, else 5]',
      },
      followRedirects: {
        kind: 'boolean',
        optional: true,
        brief:
          'Whether redirects are followed; otherwise they are dead [default = $CANONIST_FOLLOW_REDIRECTS, else true]',
      },
      renameOn: {
        kind: 'enum',
        values: ['any', 'permanent'],
        default: 'any',
        brief: 'Which redirects move a URL to where they lead',
      },
      discover: {
        kind: 'enum',
        values: ['host', 'domain'],
        optional: true,
        brief: 'Queue the links of pages, too: those on the same host, or on the same domain',
      },
      maxDepth: {
        kind: 'parsed',
        parse: numberFrom(0, 1000),
        optional: true,
        placeholder: 'N',
        brief: 'With --discover: how many links away from what was queued by hand [default = 5]',
      },
      maxUrls: {
        kind: 'parsed',
        parse: numberFrom(1, Number.MAX_SAFE_INTEGER),
        optional: true,
        placeholder: 'N',
        brief: 'With --discover: take in no more links when the queue holds so many URLs',
      },
      maxPerHost: {
        kind: 'parsed',
        parse: numberFrom(1, Number.MAX_SAFE_INTEGER),
        optional: true,
        placeholder: 'N',
        brief: 'With --discover: leave links to a host out when so many of its pages were fetched',
      },
      accept: {
        kind: 'parsed',
        parse: mediaType,
        variadic: true,
        optional: true,
        placeholder: 'TYPE',
        brief:
          'Only answers of this media type, such as text/html or text/*, others are dead; may be given more than once',
      },
      detectMissing: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Treat pages that say they are missing, with a status of 200, like those that are',
      },
      noteCopies: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Note which pages have the same content as another, to the byte',
      },
      log: {
        kind: 'enum',
        values: ['none', 'text', 'json'],
        default: 'none',
        brief: 'A line on stderr for each result',
      },
      xminAlarm: {
        kind: 'parsed',
        parse: secondsFrom(0.1),
        default: '30',
        placeholder: 'SECONDS',
        brief:
          'PostgreSQL: raise an alarm where a transaction stays open for longer and old rows cannot be cleared away',
      },
      metricsPort: {
        kind: 'parsed',
        parse: numberFrom(0, 65_535),
        optional: true,
        placeholder: 'PORT',
        brief: 'Answer /healthz and /metrics (Prometheus) on this port; 0 is any that is free',
      },
      metricsHost: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'ADDRESS',
        brief: 'Where that port is opened; others can read it if it is not loopback [default = 127.0.0.1]',
      },
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
  },
  docs: {
    brief: 'Fetch what is due: a worker; run as many as you like on one database',
    fullDescription: [
      'Fetches the pages that canonist frontier add has queued, each host one at a time and with a pause, robots.txt first.',
      'Redirects are followed, and the URL moves to where they end. Runs until SIGTERM or Ctrl-C, which give back at once',
      'what is under way; a second one ends the process on the spot. Any number of workers may share one database.',
      'Exit code 3 where a drain was stopped before its end.',
      '',
      'EXAMPLES',
      '  canonist work --drain',
      '  canonist work --db postgres://canonist@db.example.com/urls --concurrency 64 --metrics-port 9090',
      '  canonist work --drain --discover host --max-depth 3 --max-urls 10000 --log json',
    ].join('\n'),
  },
})
