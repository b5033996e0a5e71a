import { createDurationParser } from '@canonist/core/internal/text/duration'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, quietFlag, createSwitch } from '../../flags/common.ts'
import { networkFlags } from '../../flags/network.ts'
import { mediaType, createNumberParser, text } from '../../flags/values.ts'

const { connectTo, cacert, concurrency, hostDelay, timeout, maxBytes, userAgent } = networkFlags

export const command = defineCommand({
  hasResults: false,
  parameters: {
    flags: {
      db: dbFlag,
      drain: createSwitch(
        'Exit when nothing is due, leased or waiting for a retry; do not wait for hosts that are down',
      ),
      processes: {
        kind: 'parsed',
        parse: createNumberParser(1, 256),
        default: '1',
        placeholder: 'n',
        brief:
          'Run this many workers, each in its own process and with its own --concurrency; a worker that crashes is restarted, after longer waits if it keeps crashing',
      },
      /** In milliseconds, like all durations here. */
      lease: {
        kind: 'parsed',
        parse: createDurationParser({ least: '100ms', most: '1d' }),
        default: '2m',
        placeholder: 'duration',
        brief: 'If a worker does not renew its lease for this long, others take over its URLs',
      },
      maxAttempts: {
        kind: 'parsed',
        parse: createNumberParser(1, 100),
        default: '3',
        placeholder: 'n',
        brief: 'Give up on a URL after this many failures, and on a host after this many failed requests in a row',
      },
      confirmMissing: {
        kind: 'parsed',
        parse: createNumberParser(0, 100),
        default: '1',
        placeholder: 'n',
        brief:
          'Request a page that is missing (404) again this many times, at least a day later each; it is dead meanwhile',
      },
      retryBase: {
        kind: 'parsed',
        parse: createDurationParser({ most: '1d' }),
        default: '1m',
        placeholder: 'duration',
        brief: 'Wait this long after the first failure; each further failure doubles the wait',
      },
      followRedirects: {
        kind: 'boolean',
        optional: true,
        brief:
          'Follow redirects; with --no-follow-redirects, a redirected URL is dead (default: $CANONIST_FOLLOW_REDIRECTS, else yes)',
      },
      renameOn: {
        kind: 'enum',
        values: ['any', 'permanent'],
        default: 'any',
        brief: 'Which redirects move a URL to their target; permanent ones are 301 and 308',
      },
      discover: {
        kind: 'enum',
        values: ['host', 'domain'],
        optional: true,
        brief: 'Also queue the links of fetched pages: those to the same host, or to the same domain',
      },
      maxDepth: {
        kind: 'parsed',
        parse: createNumberParser(0, 1000),
        optional: true,
        placeholder: 'n',
        brief: 'With --discover: follow links this many steps from the URLs that you queued (default: 5)',
      },
      maxUrls: {
        kind: 'parsed',
        parse: createNumberParser(1, Number.MAX_SAFE_INTEGER),
        optional: true,
        placeholder: 'n',
        brief: 'With --discover: queue no more links when the queue has this many URLs',
      },
      maxPerHost: {
        kind: 'parsed',
        parse: createNumberParser(1, Number.MAX_SAFE_INTEGER),
        optional: true,
        placeholder: 'n',
        brief: 'With --discover: exclude further links to a host once this many of its pages are fetched',
      },
      accept: {
        kind: 'parsed',
        parse: mediaType,
        variadic: true,
        optional: true,
        placeholder: 'type',
        brief:
          'Accept only responses of this media type, such as text/html or text/*; other URLs are dead; may be repeated',
      },
      detectMissing: createSwitch('Treat a page that says it is missing, but has status 200, as a 404'),
      noteCopies: createSwitch('Record which pages are byte-for-byte copies of another'),
      log: {
        kind: 'enum',
        values: ['none', 'text', 'json'],
        default: 'none',
        brief: 'Print a line on stderr for each result',
      },
      metricsPort: {
        kind: 'parsed',
        parse: createNumberParser(0, 65_535),
        optional: true,
        placeholder: 'port',
        brief:
          'Serve /healthz and /metrics (Prometheus) on this port; 0 is any free port; with --processes, the second worker uses the next port, and so on',
      },
      metricsHost: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'address',
        brief: 'With --metrics-port: listen on this address (default: 127.0.0.1)',
      },
      quiet: quietFlag,
      maxRedirects: {
        kind: 'parsed',
        parse: createNumberParser(0, 50),
        optional: true,
        placeholder: 'n',
        brief: 'Follow at most this many redirects (default: $CANONIST_MAX_REDIRECTS, else 5)',
      },
      connectTo,
      cacert,
      concurrency: { ...concurrency, default: '16' },
      hostDelay: {
        ...hostDelay,
        brief:
          'Minimum time between two requests to the same host, across all workers on this database; a bare number is milliseconds',
      },
      ignoreRobots: createSwitch('Ignore robots.txt'),
      timeout: { ...timeout, brief: 'Give up on a request after this long' },
      maxBytes: {
        ...maxBytes,
        brief: 'Maximum size of a response, such as 500kB or 5MB; the URL of a larger one is dead (default: 5 MiB)',
      },
      userAgent: { ...userAgent, brief: 'User-Agent header; include a contact address' },
    },
    aliases: { q: 'quiet' },
  },
  help: {
    summary: 'Fetch queued pages: run one worker, or many on one database',
    usage: [''],
    details: [
      'The worker fetches the URLs that canonist frontier add has queued. It obeys robots.txt, sends one request at a time to a host, and waits between two of them. A redirected URL moves to where its redirects end. The database gets the status, the content hash and the dates of a page, but not its body.',
      'While the database is away or the disk is full, it waits, also when it starts. One worker uses one core. Run more with --processes, or on other machines: all workers on a database share the delay of every host.',
      'It runs until SIGTERM or Ctrl-C, and then releases its URLs. A second signal ends the process immediately. Exit code 3 if you stop it before --drain is done.',
    ],
    examples: [
      'canonist work --drain',
      'canonist work --drain --host-delay 250ms --concurrency 64 --log json',
      'canonist work --drain --discover host --max-depth 3 --max-urls 10000',
    ],
  },
})

export type WorkFlags = FlagsOf<typeof command.parameters.flags>
