// The one list of everything that connects or listens. SECURITY.md is tested against it, and it is tested against the
// imports of the code: add a command, an entry or a module that uses the network here first.

/** What a command or a library entry does on the network, and when. */
export interface NetworkUse {
  /** `resolve` for `canonist resolve`, `canonist/net` for a library entry. */
  readonly who: string
  readonly when: string
}

/** Sends HTTP requests to hosts of the web, and DNS queries for them. */
export const SENDS_REQUESTS: readonly NetworkUse[] = [
  { who: 'resolve', when: 'always' },
  { who: 'canonicalize', when: 'always' },
  { who: 'admit', when: 'unless `--offline` is given' },
  { who: 'validate', when: 'with `--online`' },
  { who: 'cite', when: 'with `--online`' },
  { who: 'check', when: 'unless `--dry-run` or `--limit 0` is given' },
  { who: 'learn', when: 'with `--probe`' },
  { who: 'work', when: 'always' },
  { who: 'mcp', when: 'for tools that fetch, unless `--no-network` or `--read-only` is given' },
  { who: 'serve', when: 'for operations and runs that fetch, unless `--no-network` is given' },
  { who: 'canonist/net', when: 'when a fetcher is used' },
  { who: 'canonist/canonicalize', when: 'when `canonicalize` is called' },
  { who: 'canonist/admit', when: 'when `admit` is called without `offline`' },
  { who: '@canonist/server', when: 'for operations that fetch' },
]

/** Sends DNS queries only; the requests go through a fetcher that the caller passes. */
export const SENDS_QUERIES: readonly NetworkUse[] = [
  { who: 'canonist/health', when: 'when `check` is called: is a silent host still in DNS?' },
]

/** Sends requests to the Canonist server that its caller names, with the `fetch` of the platform; to no other host. */
export const CALLS_SERVER: readonly NetworkUse[] = [{ who: 'canonist/client', when: 'when a method is called' }]

/** Connects to the PostgreSQL server that `--db`, `CANONIST_DB` or the caller names. */
export const OPENS_DATABASES: readonly NetworkUse[] = [
  'add',
  'find',
  'export',
  'publish',
  'priority',
  'check',
  'work',
  'serve',
  'mcp',
  'admit',
  'validate',
  'cite',
  'learn',
  'frontier add',
  'frontier list',
  'frontier stats',
  'frontier requeue',
  'frontier explain',
  'review list',
  'review show',
  'review accept',
  'review reject',
  'review edit',
  'review policy',
  'policy diff',
  'policy rekey',
  '@canonist/server',
  'canonist/registry',
  'canonist/hosts',
  'canonist/frontier',
  'canonist/health',
].map((who) => ({ who, when: 'with a location `postgres://…`' }))

/** Listens for connections. */
export const LISTENS: readonly NetworkUse[] = [
  { who: 'serve', when: 'always, on 127.0.0.1 unless `--host` is given' },
  { who: 'work', when: 'with `--metrics-port`, on 127.0.0.1 unless `--metrics-host` is given' },
  { who: '@canonist/server', when: 'when `serveApi` is called, on 127.0.0.1 unless `host` is given' },
  { who: 'canonist/worker', when: 'when `openMonitor` is called, on 127.0.0.1 unless `host` is given' },
]

/** The module that uses the `fetch` of the platform, which needs no import. */
export const FETCH_MODULE = 'client/sender.ts'

/** The modules that can reach the network by themselves, or hold a socket; no other may import what they import. */
export const NETWORK_MODULES: Readonly<Record<string, string>> = {
  'web/net/transport/dial.ts': 'connects to checked addresses',
  'web/net/transport/socket-transport.ts': 'sends requests on those connections',
  'web/net/transport/connection.ts': 'puts the HTTP client on a connection',
  'web/net/transport/undici-client.ts': 'loads the HTTP client',
  'web/net/address/system-dns.ts': 'sends DNS queries',
  'registry/store/postgres.ts': 'connects to PostgreSQL',
  'registry/store/postgres-connection.ts': 'copies rows over such a connection',
  'crawl/worker/monitor/monitor.ts': 'listens',
  'server/http/http-listener.ts': 'listens',
  'server/http/serve-api.ts': 'stops that server',
  'server/http/refuse-malformed.ts': 'refuses data that is not HTTP on the connections of that server',
  'canonist/cli/fork-detached.ts': 'starts the same command in another process',
  'lists/io/input.ts': 'reads stdin and named pipes, which Node calls sockets',
}
