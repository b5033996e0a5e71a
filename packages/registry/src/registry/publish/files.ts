import { Buffer } from 'node:buffer'
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { writeAtomically } from '@canonist/lists/internal/io/write-atomically'

/** The file operations of publishing. Whichever one fails, the pointer still names a complete snapshot. */
export interface Files {
  makeFolder(path: string): Promise<void>
  list(folder: string): Promise<string[]>
  /** Null if the file does not exist. */
  read(path: string): Promise<string | null>
  /** Replaces a file atomically; it is on disk when this returns. */
  write(path: string, text: string): Promise<void>
  /** Flushes a file or the entries of a folder to disk. */
  sync(path: string): Promise<void>
  makeReadOnly(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

export const DISK: Files = {
  makeFolder: async (path) => void (await mkdir(path, { recursive: true })),
  list: (folder) => readdir(folder),
  read: (path) => readFile(path, 'utf8').catch(toNullIfMissing),
  write: (path, text) => writeAtomically(path, (write) => write(Buffer.from(text))),
  sync: async (path) => {
    const file = await open(path, 'r')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  },
  makeReadOnly: (path) => chmod(path, 0o444),
  rename,
  remove: (path) => rm(path, { force: true }),
}

function toNullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
