import type { Hono } from 'hono'
import type { ApiContext, ApiEnv } from './api-env.ts'
import type { Dashboard } from './dashboard-files.ts'
import { ApiError } from './errors.ts'

/** Scripts, styles and requests of this origin only; nothing inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The dashboard finds its way by the path itself, so that each of its pages can be linked and reloaded. */
const PATHS = [
  '/',
  '/login',
  '/url',
  '/pages',
  '/reviews',
  '/links',
  '/frontier',
  '/hosts',
  '/hosts/:host',
  '/rules',
  '/playground',
  '/runs',
  '/runs/:id',
  '/settings',
] as const

/** The name of an asset has a hash in it, so it never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * The dashboard: one page for all its paths, and the scripts and styles of that page. It needs no token; what it shows does.
 *
 * @returns sends the page for a path that it does not know, which says so; null for a request that no person makes
 */
export function addDashboard(
  api: Hono<ApiEnv>,
  { page, licenses, assets }: Dashboard,
): (c: ApiContext) => Response | null {
  const sendPage = (c: ApiContext, status: 200 | 404): Response => {
    c.header('content-security-policy', POLICY)
    return c.body(page.bytes, status, { 'content-type': page.type })
  }
  for (const path of PATHS) api.get(path, (c) => sendPage(c, 200))
  api.get('/licenses.txt', (c) => c.body(licenses.bytes, 200, { 'content-type': licenses.type }))
  api.get('/assets/:name', (c) => {
    const asset = assets.get(c.req.param('name'))
    if (asset === undefined) throw new ApiError('api/no-such-path')
    c.header('cache-control', FOR_EVER)
    return c.body(asset.bytes, 200, { 'content-type': asset.type })
  })
  return (c) => (isOpenedByPerson(c) ? sendPage(c, 404) : null)
}

const isOpenedByPerson = ({ req }: ApiContext): boolean =>
  req.method === 'GET' && !req.path.startsWith('/api/') && (req.header('accept') ?? '').includes('text/html')
