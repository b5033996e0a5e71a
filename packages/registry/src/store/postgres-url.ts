import { userInfo } from 'node:os'
import { StoreError } from './errors.ts'
import { findNearest } from '@canonist/core/internal/text/nearest'

interface PostgresUrl {
  readonly connectionString: string
  /** The URL without password and parameters, for messages. */
  readonly name: string
  /** How many connections a process may open: `?max=`. */
  readonly maxConnections: number
  readonly user: string
  /** The search_path that the URL sets in `options`; null if it sets none. */
  readonly searchPath: string | null
}

const MAX_CONNECTIONS = 10
/** Reading a stream while writing needs two connections. */
const MIN_CONNECTIONS = 2

/** Reads a connection URL: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS */
export function readPostgresUrl(location: string): PostgresUrl {
  const url = parseUrl(location)
  if (url === null || hasUnescapedPassword(url)) {
    const detail = 'in a password or a parameter, write # as %23, ? as %3F, / as %2F, @ as %40'
    throw new StoreError('store/bad-location', 'postgres://…', { detail })
  }
  const user = url.username === '' ? '' : `${url.username}@`
  const name = `postgres://${user}${url.host}${url.pathname}`
  checkSettings(url, name)
  const searchPath = SEARCH_PATH.exec(url.searchParams.get('options') ?? '')?.[1] ?? null
  const given = url.searchParams.get('user') ?? decodeUser(url.username, name)
  return {
    connectionString: location,
    name,
    maxConnections: readMaxConnections(url, name),
    user: given === '' ? userInfo().username : given,
    searchPath,
  }
}

const SEARCH_PATH = /(?:^|\s)(?:-c\s*|--)search_path=((?:\\.|\S)+)/

/** Parameters that the driver uses, and `max`, which is our own. */
const SETTINGS = [
  'application_name',
  'client_encoding',
  'fallback_application_name',
  'host',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'max',
  'options',
  'password',
  'port',
  'query_timeout',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'statement_timeout',
  'uselibpqcompat',
  'user',
]

/** Parameters of other programs, and their equivalents here. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  schema: 'options=-c%20search_path=NAME',
  currentschema: 'options=-c%20search_path=NAME',
  search_path: 'options=-c%20search_path=NAME',
  connection_limit: 'max',
  pool_size: 'max',
  pool_max: 'max',
}

/** Rejects unknown parameters: the driver would ignore them, and the data could end up in another schema. */
function checkSettings({ searchParams }: URL, name: string): void {
  for (const key of searchParams.keys()) {
    if (SETTINGS.includes(key)) continue
    const known = OTHER_SPELLINGS[key.toLowerCase()] ?? findNearest(key.toLowerCase(), SETTINGS)
    throw new StoreError('store/bad-location', name, {
      says: `The URL has an unknown parameter, ${JSON.stringify(key)}.`,
      fix: `Write ${known} instead, or remove it.`,
    })
  }
}

function readMaxConnections({ searchParams }: URL, name: string): number {
  const given = searchParams.get('max')
  if (given === null) return MAX_CONNECTIONS
  const maxConnections = /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (maxConnections >= MIN_CONNECTIONS) return maxConnections
  const detail = `max is the number of connections, at least ${MIN_CONNECTIONS}`
  throw new StoreError('store/bad-location', name, { detail })
}

/** The driver also accepts a URL without a host, which the URL standard rejects. */
function parseUrl(location: string): URL | null {
  if (!/^postgres(?:ql)?:\/\//i.test(location)) return null
  return URL.parse(location) ?? URL.parse(location.replace('@/', '@localhost/'))
}

/** An unescaped `@`, `/`, `?` or `#` in a password would move part of it into the host or path, and so into every message. */
function hasUnescapedPassword({ pathname, search, hash }: URL): boolean {
  return hash !== '' || (pathname + search).includes('@')
}

function decodeUser(text: string, name: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreError('store/bad-location', name, { detail: 'in a user name, write % as %25' })
  }
}
