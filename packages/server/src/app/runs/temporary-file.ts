import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes chunks to a temporary file that only this user can read, and removes it when `use` has ended. */
export async function withTemporaryFile<T>(
  chunks: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'canonist-run-'))
  try {
    const path = join(folder, 'input')
    await pipeline(Readable.from(chunks), createWriteStream(path, { mode: 0o600 }), { signal })
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
