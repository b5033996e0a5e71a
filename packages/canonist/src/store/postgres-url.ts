import { StoreError } from './errors.ts'

interface PostgresUrl {
  readonly connectionString: string
  /** Without password and settings. */
  readonly name: string
  /** How many connections a process may have: `?max=`. */
  readonly most: number
}

const MOST_CONNECTIONS = 10
/** Who reads rows while it writes others needs two. */
const FEWEST_CONNECTIONS = 2

/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS, as far as one URL says it. */
export function readPostgresUrl(location: string): PostgresUrl {
  const url = parse(location)
  if (url === null || isTornApart(url)) {
    const detail = 'in a password, write # as %23, ? as %3F, / as %2F, @ as %40'
    throw new StoreError('store/bad-location', 'postgres://…', { detail })
  }
  const user = url.username === '' ? '' : `${url.username}@`
  const name = `postgres://${user}${url.host}${url.pathname}`
  return { connectionString: location, name, most: mostOf(url, name) }
}

function mostOf({ searchParams }: URL, name: string): number {
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

/** A password with one of these in it would end up in the host or the path, and so in every message. */
function isTornApart({ username, pathname, search, hash }: URL): boolean {
  return hash !== '' || (username === '' && (pathname + search).includes('@'))
}
