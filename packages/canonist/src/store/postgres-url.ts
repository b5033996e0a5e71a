import { userInfo } from 'node:os'
import { StoreError } from './errors.ts'
import { findNearest } from '../text/nearest.ts'

interface PostgresUrl {
  readonly connectionString: string
  /** Without password and settings. */
  readonly name: string
  /** How many connections a process may have: `?max=`. */
  readonly most: number
  readonly user: string
  /** The search_path that the URL sets by its options; null where it sets none. */
  readonly searchPath: string | null
}

const MOST_CONNECTIONS = 10
/** Who reads rows while it writes others needs two. */
const FEWEST_CONNECTIONS = 2

/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS, as far as one URL says it. */
export function readPostgresUrl(location: string): PostgresUrl {
  const url = parse(location)
  if (url === null || isTornApart(url)) {
    const detail = 'in a password or a setting, write # as %23, ? as %3F, / as %2F, @ as %40'
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
    most: readMost(url, name),
    user: given === '' ? userInfo().username : given,
    searchPath,
  }
}

const SEARCH_PATH = /(?:^|\s)(?:-c\s*|--)search_path=((?:\\.|\S)+)/

/** What the driver acts on, and `max`, which is ours. */
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

/** Settings of other programs, and how to say the same here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  schema: 'options=-c%20search_path=NAME',
  currentschema: 'options=-c%20search_path=NAME',
  search_path: 'options=-c%20search_path=NAME',
  connection_limit: 'max',
  pool_size: 'max',
  pool_max: 'max',
}

/** The driver would ignore what it does not know, and the data end up somewhere else. */
function checkSettings({ searchParams }: URL, name: string): void {
  for (const key of searchParams.keys()) {
    if (SETTINGS.includes(key)) continue
    const known = ELSEWHERE[key.toLowerCase()] ?? findNearest(key.toLowerCase(), SETTINGS)
    throw new StoreError('store/bad-location', name, {
      says: `The URL has an unknown parameter, ${JSON.stringify(key)}.`,
      fix: `Write ${known} instead, or remove it.`,
    })
  }
}

function readMost({ searchParams }: URL, name: string): number {
  const given = searchParams.get('max')
  if (given === null) return MOST_CONNECTIONS
  const most = /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (most >= FEWEST_CONNECTIONS) return most
  const detail = `max is how many connections a process may have, from ${FEWEST_CONNECTIONS} on`
  throw new StoreError('store/bad-location', name, { detail })
}

/** The driver reads a URL without a host as well, which is no URL to others. */
function parse(location: string): URL | null {
  if (!/^postgres(?:ql)?:\/\//i.test(location)) return null
  return URL.parse(location) ?? URL.parse(location.replace('@/', '@localhost/'))
}

/** A password with one of these in it would end up in the host, the path or a setting, and so in every message. */
function isTornApart({ pathname, search, hash }: URL): boolean {
  return hash !== '' || (pathname + search).includes('@')
}

function decodeUser(text: string, name: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreError('store/bad-location', name, { detail: 'in a user name, write % as %25' })
  }
}
