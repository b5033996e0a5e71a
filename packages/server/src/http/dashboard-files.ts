import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
