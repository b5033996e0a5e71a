import { hash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const CACHE = join(ROOT, 'node_modules/.cache/canonist-tests')
const DAY_MS = 86_400_000

/** What a thing in the cache is made from. */
export interface Origin {
  /** Below the root: a file in them that changes makes a new thing. */
  readonly folders: readonly string[]
  /** What else it depends on. */
  readonly settings?: readonly string[]
}

/**
 * A folder with what takes long to make, such as a database. It is made once for all test files, from the sources as they are; a changed
 * source makes a new one. Nobody may write to it afterwards.
 */
export async function makeOnce(
  name: string,
  { folders, settings = [] }: Origin,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const state = [...settings, ...folders.flatMap(describeFiles)].join('\n')
  const folder = join(CACHE, `${name}-${hash('sha256', state).slice(0, 16)}`)
  if (existsSync(folder)) return folder
  removeOld(name)
  mkdirSync(CACHE, { recursive: true })
  const draft = mkdtempSync(join(CACHE, 'draft-'))
  // Some tests start the command as another user, and so does PostgreSQL.
  chmodSync(draft, 0o755)
  await make(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test file was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Changes with each file. Not by a pattern, which takes twice as long. */
function describeFiles(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).toSorted()
  return names.map((name) => {
    const { mtimeMs, size } = statSync(join(ROOT, folder, name))
    return `${name} ${mtimeMs} ${size}`
  })
}

/** Those of today may be in use. */
function removeOld(name: string): void {
  for (const folder of globSync([`${name}-*`, 'draft-*'], { cwd: CACHE })) {
    const path = join(CACHE, folder)
    if (Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true })
  }
}
