import { StoreError } from './errors.ts'

interface PostgresUrl {
  readonly connectionString: string
  /** Without password and settings. */
  readonly name: string
}

/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS, as far as one URL says it. */
export function readPostgresUrl(location: string): PostgresUrl {
  const url = parse(location)
  if (url === null || isTornApart(url)) {
    const detail = 'in a password, write # as %23, ? as %3F, / as %2F, @ as %40'
    throw new StoreError('store/bad-location', 'postgres://…', { detail })
  }
  const user = url.username === '' ? '' : `${url.username}@`
  return { connectionString: location, name: `postgres://${user}${url.host}${url.pathname}` }
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
