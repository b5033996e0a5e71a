import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWriteFailure } from './errors.ts'
import { openInputFile, type Input } from './input.ts'
import { rmSync } from './node-fs.ts'
import { createTemporaryName, registerTemporary, unregisterTemporary } from './temporary-files.ts'

const CHUNK_BYTES = 262_144

/** Lets `use` read every input as often as it wants: what comes through a pipe is kept in a temporary file meanwhile. */
export async function withRepeatable<T>(
  inputs: readonly Input[],
  use: (inputs: readonly Input[]) => Promise<T>,
): Promise<T> {
  const paths: string[] = []
  try {
    const repeatable: Input[] = []
    for (const input of inputs) {
      if (input.isRepeatable) repeatable.push(input)
      else {
        const path = createTemporaryName(join(tmpdir(), 'canonist-input'))
        registerTemporary(path)
        paths.push(path)
        await keep(input, path)
        repeatable.push({ ...(await openInputFile(path)), name: input.name })
      }
    }
    return await use(repeatable)
  } finally {
    for (const path of paths) {
      rmSync(path, { force: true })
      unregisterTemporary(path)
    }
  }
}

async function keep(input: Input, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await input.read(async (source) => {
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
