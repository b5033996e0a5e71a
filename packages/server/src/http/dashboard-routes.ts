import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import type { ApiContext, ApiEnv } from './api-env.ts'
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

/** A file of the dashboard, as it is sent. */
export interface DashboardFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** The pages of the dashboard by path, with the page they all are. */
export interface Dashboard {
  readonly page: DashboardFile
  /** The licences of the code in it that is not ours. */
  readonly licenses: DashboardFile
  /** By name, below `/assets/`. Each name has a hash of its content in it. */
  readonly assets: ReadonlyMap<string, DashboardFile>
}

/** `npm run build` writes it here; found from `src/api/` and from `dist/api/` alike. */
const FOLDER = fileURLToPath(new URL('../../dist/dashboard/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Reads the whole dashboard into memory, about half a megabyte: a request can then never name a file that is not one of it. Null in a
 * checkout that was not built.
 */
export async function readDashboard(folder = FOLDER): Promise<Dashboard | null> {
  try {
    const names = await readdir(join(folder, 'assets'))
    const assets = await Promise.all(names.map(async (name) => [name, await readAsset(folder, name)] as const))
    const page = { bytes: await read(join(folder, 'index.html')), type: 'text/html; charset=utf-8' }
    const licenses = { bytes: await read(join(folder, 'licenses.txt')), type: 'text/plain; charset=utf-8' }
    return { page, licenses, assets: new Map(assets) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function readAsset(folder: string, name: string): Promise<DashboardFile> {
  return { bytes: await read(join(folder, 'assets', name)), type: TYPES[extname(name)] ?? 'application/octet-stream' }
}

const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(path))
