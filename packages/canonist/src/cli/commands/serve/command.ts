import { createDurationParser } from '../../../text/duration.ts'
import { createSizeParser } from '../../../text/size.ts'
import { defineCommand } from '../../define-command.ts'
import { dbFlag, createSwitch } from '../../flags/common.ts'
import { networkFlags } from '../../flags/network.ts'
import { createNumberParser, text } from '../../flags/values.ts'
import { LOG_LEVELS, type ServeFlags } from './flags.ts'

const { connectTo, cacert, timeout, userAgent } = networkFlags

export const serveCommand = defineCommand<ServeFlags, []>({
  load: async () => (await import('./run.ts')).serveDatabase,
  // Stdout has one line, the URL, for programs that wait for it.
  hasResults: false,
  parameters: {
    flags: {
      db: dbFlag,
      snapshot: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'folder',
        brief:
          'Serve what canonist publish put into this folder instead of a registry, and follow its newest snapshot; read-only',
      },
      host: {
        kind: 'parsed',
        parse: text,
        default: '127.0.0.1',
        placeholder: 'address',
        brief: 'Listen on this address; any other than loopback needs tokens',
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
        brief: 'Require a token of this file: lines ROLE TOKEN NAME, where the role is read, write or admin',
      },
      readOnly: createSwitch('Never write to the database'),
      allowNetwork: createSwitch('Fetch for operations and runs that need it; this is the default'),
      noNetwork: createSwitch('Refuse operations and runs that fetch'),
      connectTo,
      cacert,
      timeout,
      userAgent,
      maxBody: {
        kind: 'parsed',
        parse: createSizeParser('1kB', '1GB'),
        default: '10MB',
        placeholder: 'size',
        brief: 'Refuse larger bodies; NDJSON may be of any length',
      },
      timeLimit: {
        kind: 'parsed',
        parse: createDurationParser({ least: '100ms', most: '1d' }),
        default: '60s',
        placeholder: 'duration',
        brief: 'Stop a request that takes longer, or a stream that stands still for as long',
      },
      rateLimit: {
        kind: 'parsed',
        parse: createNumberParser(0, 1_000_000),
        optional: true,
        placeholder: 'n',
        brief: 'Requests per second and client, on average; 0 is no limit (default: 1000 with tokens, else 0)',
      },
      maxFetches: {
        kind: 'parsed',
        parse: createNumberParser(1, 1024),
        default: '16',
        placeholder: 'n',
        brief: 'Fetch for at most this many requests at once',
      },
      grace: {
        kind: 'parsed',
        parse: createDurationParser({ most: '1d' }),
        default: '10s',
        placeholder: 'duration',
        brief: 'When stopped, wait this long for requests that are under way',
      },
      log: {
        kind: 'enum',
        values: LOG_LEVELS,
        default: 'info',
        brief: 'Log on stderr, as JSON; info is a line for each request',
      },
    },
  },
  help: {
    summary: 'Serve the registry over HTTP, with an API and its documentation',
    usage: [''],
    details: [
      'Canonist prints its URL when it is ready. /docs lists the operations, and /openapi.json describes them for programs. On loopback no token is needed; CANONIST_TOKEN is a token with the role admin.',
      'It runs until SIGTERM or Ctrl-C, which let requests under way finish.',
    ],
    examples: [
      'canonist serve',
      'canonist serve --db urls.db --port 0 --read-only --no-network',
      'canonist serve --snapshot snapshots --port 0 --log error',
    ],
  },
})
