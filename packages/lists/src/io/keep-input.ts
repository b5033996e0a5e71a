import { Buffer } from 'node:buffer'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { detectCompression } from './decompress.ts'
import { createReadError, createWriteFailure } from './errors.ts'
import { openInputFile, type Input } from './input.ts'
import { rmSync } from './node-fs.ts'
import { createTemporaryName, removeLeftovers } from './leftovers.ts'
import { registerTemporary, unregisterTemporary } from './temporary-files.ts'

const CHUNK_BYTES = 262_144

/** Lets `use` read every input as often as it wants: what comes through a pipe is kept in a temporary file meanwhile. */
export function withRepeatable<T>(inputs: readonly Input[], use: (inputs: readonly Input[]) => Promise<T>): Promise<T> {
  const add = (repeatable: readonly Input[]): Promise<T> => {
    const input = inputs[repeatable.length]
    if (input === undefined) return use(repeatable)
    if (input.isRepeatable) return add([...repeatable, input])
    return withFile(input, async (path) => add([...repeatable, await openInputFile(path, { name: input.name })]))
  }
  return add([])
}

/** The bytes of an input, without their compression, as a file. */
export interface KeptFile {
  /** What the input is called. */
  readonly name: string
  readonly path: string
  readonly size: number
}

/** Lets `use` open every input as a file: itself where it is one, else a temporary one. */
export function withFiles<T>(inputs: readonly Input[], use: (files: readonly KeptFile[]) => Promise<T>): Promise<T> {
  const add = (files: readonly KeptFile[]): Promise<T> => {
    const input = inputs[files.length]
    if (input === undefined) return use(files)
    return withFile(input, async (path) => add([...files, { name: input.name, path, size: (await stat(path)).size }]))
  }
  return add([])
}

async function withFile<T>(input: Input, use: (path: string) => Promise<T>): Promise<T> {
  if (input.path !== null && !(await isCompressed(input.path))) return use(input.path)
  const place = join(tmpdir(), 'canonist-input')
  removeLeftovers(place)
  const path = createTemporaryName(place)
  registerTemporary(path)
  try {
    await keep(input, path)
    return await use(path)
  } finally {
    rmSync(path, { force: true })
    unregisterTemporary(path)
  }
}

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => Promise.reject(createReadError(path, error)))
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return detectCompression(buffer.subarray(0, bytesRead), '') !== null
  } finally {
    await file.close()
  }
}

async function keep(input: Input, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await input.readBinary(async (source) => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      for (let count = await source.fill(chunk, 0); count > 0; count = await source.fill(chunk, 0)) {
        await file.writeFile(chunk.subarray(0, count)).catch((error: unknown) => {
          throw createWriteFailure(`cannot keep ${input.name} in a temporary file`, error)
        })
      }
    })
  } finally {
    await file.close()
  }
}
