import { createDurationParser } from '@canonist/core/internal/text/duration'
import { createSizeParser } from '@canonist/core/internal/text/size'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, createSwitch } from '../../flags/common.ts'
import { networkFlags } from '../../flags/network.ts'
import { createNumberParser, text } from '../../flags/values.ts'

const { connectTo, cacert, timeout, userAgent } = networkFlags

export const command = defineCommand({
  // Stdout gets one line, the URL, for programs that wait for it.
  hasResults: false,
  parameters: {
    flags: {
      db: dbFlag,
      snapshot: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'folder',
        brief: 'Serve the newest snapshot that canonist publish wrote to this folder, instead of a registry; read-only',
      },
      host: {
        kind: 'parsed',
        parse: text,
        default: '127.0.0.1',
        placeholder: 'address',
        brief: 'Listen on this address; addresses other than loopback require tokens',
      },
      port: {
        kind: 'parsed',
        parse: createNumberParser(0, 65_535),
        default: '4480',
        placeholder: 'port',
        brief: 'Listen on this port; 0 is any free port',
      },
      tokens: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'file',
        brief: 'Require a token from this file; canonist serve token makes its lines: ROLE sha256:HASH NAME [EXPIRES]',
      },
      readOnly: createSwitch('Never write to the database'),
      allowNetwork: createSwitch('Allow operations and runs that fetch; this is the default'),
      noNetwork: createSwitch('Refuse operations and runs that fetch'),
      connectTo,
      cacert,
      timeout,
      userAgent,
      /** In bytes. */
      maxBody: {
        kind: 'parsed',
        parse: createSizeParser('1kB', '1GB'),
        default: '10MB',
        placeholder: 'size',
        brief: 'Refuse larger request bodies; NDJSON may have any length',
      },
      /** In bytes. */
      uploadQuota: {
        kind: 'parsed',
        parse: createSizeParser('1kB', '100000GB'),
        default: '10GB',
        placeholder: 'size',
        brief: 'Refuse uploads once all of them together have this size; a token may use half of it',
      },
      /** In milliseconds. */
      timeLimit: {
        kind: 'parsed',
        parse: createDurationParser({ least: '100ms', most: '1d' }),
        default: '60s',
        placeholder: 'duration',
        brief: 'Stop a request that takes longer than this, or a stream that is idle for this long',
      },
      rateLimit: {
        kind: 'parsed',
        parse: createNumberParser(0, 1_000_000),
        optional: true,
        placeholder: 'n',
        brief:
          'Allow each client this many requests per second, on average; 0 means unlimited (default: 1000 with tokens, else 0)',
      },
      maxFetches: {
        kind: 'parsed',
        parse: createNumberParser(1, 1024),
        default: '16',
        placeholder: 'n',
        brief: 'Process at most this many requests that fetch at once',
      },
      /** In milliseconds. */
      grace: {
        kind: 'parsed',
        parse: createDurationParser({ most: '1d' }),
        default: '10s',
        placeholder: 'duration',
        brief: 'When stopping, wait this long for open requests',
      },
      log: {
        kind: 'enum',
        values: ['silent', 'error', 'warn', 'info', 'debug'],
        default: 'info',
        placeholder: 'level',
        brief: 'Level of the JSON log on stderr; info logs every request',
      },
    },
  },
  help: {
    summary: 'Serve the registry over HTTP: a dashboard and an API',
    usage: [''],
    details: [
      'Canonist prints its URL when it is ready; open it in a browser to see the dashboard. /docs lists the operations, and /openapi.json describes them for programs. On loopback no token is needed. canonist serve token makes one for --tokens; CANONIST_TOKEN is a token with the role admin.',
      'It runs until SIGTERM or Ctrl-C, and finishes open requests first.',
    ],
    examples: [
      'canonist serve',
      'canonist serve --db urls.db --port 0 --read-only --no-network',
      'canonist serve --snapshot snapshots --port 0 --log error',
    ],
  },
})

export type ServeFlags = FlagsOf<typeof command.parameters.flags>
