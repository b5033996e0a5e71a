import { Buffer } from 'node:buffer'
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { writeAtomically } from '../../io/write-atomically.ts'

/** What publishing does to files, one step each: whatever step fails, the pointer names a whole snapshot. */
export interface Files {
  makeFolder(path: string): Promise<void>
  list(folder: string): Promise<string[]>
  /** Null where there is no such file. */
  read(path: string): Promise<string | null>
  /** Replaces a file in one step; on the disk when it returns. */
  write(path: string, text: string): Promise<void>
  /** Brings to the disk what was written to a file, or which files a folder has. */
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
