import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { rmSync } from '../io/node-fs.ts'
import { createTemporaryName, removeLeftovers } from '../io/leftovers.ts'
import { registerTemporary, unregisterTemporary } from '../io/temporary-files.ts'
import { AppendFile, readChunks } from './spill/append-file.ts'

/** More goes to the temporary file. */
const MAX_MEMORY_BYTES = 1_048_576
const CHUNK_BYTES = 262_144

/** Bytes that are made now and written later. */
export class HeldBytes {
  readonly #folder: string | null
  #parts: Uint8Array[] = []
  #length = 0
  #file: AppendFile | null = null

  /** @param folder for a temporary file; null: everything stays in memory */
  constructor(folder: string | null) {
    this.#folder = folder
  }

  append(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#folder === null || this.#length <= MAX_MEMORY_BYTES) this.#parts.push(Buffer.from(bytes))
    else this.#openFile(this.#folder).append(bytes)
  }

  async writeTo(write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    for (const bytes of this.#parts) await write(bytes)
    if (this.#file === null) return
    this.#file.flush()
    for (const bytes of readChunks(this.#file.path, CHUNK_BYTES)) await write(bytes)
  }

  /** Removes the temporary file. */
  close(): void {
    this.#parts = []
    if (this.#file === null) return
    this.#file.close()
    rmSync(this.#file.path, { force: true })
    unregisterTemporary(this.#file.path)
    this.#file = null
  }

  #openFile(folder: string): AppendFile {
    if (this.#file === null) {
      const place = join(folder, 'canonist-column')
      removeLeftovers(place)
      const path = createTemporaryName(place)
      registerTemporary(path)
      this.#file = new AppendFile(path, { hint: 'Or name another folder with --temp.' })
    }
    return this.#file
  }
}
