import { Buffer } from 'node:buffer'
import { createPrefixedSource, skipByteOrderMark, type ByteSource } from './byte-source.ts'
import type { Input } from './input.ts'
import { rejectBinary } from './recognize-binary.ts'

const NO_BYTES = new Uint8Array()

/** Throws if a command cannot use this input. It may read as much of it as it needs. */
export type CheckSource = (source: ByteSource) => Promise<void>

/** Lets `check` read an input from its beginning, and returns an input that still has all of it. A refused input is closed. */
export async function checkInput(input: Input, check: CheckSource): Promise<Input> {
  if (input.isRepeatable) {
    await input.read(check)
    return input
  }
  const { source, release } = await holdOpen(input.read)
  const recorded = new RecordedSource(source)
  try {
    await check(recorded)
  } catch (error) {
    await release()
    throw error
  }
  return { ...input, read: (use) => use(recorded.rewind()).finally(release) }
}

/** Opens each input once, which is enough to refuse those that are not text. */
export async function checkTexts(inputs: readonly Input[]): Promise<Input[]> {
  const checked: Input[] = []
  for (const input of inputs) checked.push(await checkInput(input, () => Promise.resolve()))
  return checked
}

/** Looks at the first bytes of an input, without their compression, and returns an input that still has all of it. */
export async function peekInput(input: Input): Promise<Input & { readonly head: Uint8Array }> {
  if (input.isRepeatable) {
    const head = input.head ?? (await input.readBinary((_, first) => Promise.resolve(first)))
    return { ...input, head }
  }
  const { source, head, release } = await holdOpen(input.readBinary)
  return {
    ...input,
    head,
    readBinary: (use) => use(source, head).finally(release),
    async read(use) {
      try {
        rejectBinary(head, input.name)
        return await use(skipByteOrderMark(source))
      } finally {
        await release()
      }
    },
  }
}

interface HeldSource {
  readonly source: ByteSource
  readonly head: Uint8Array
  release(): Promise<void>
}

/** The source of an input that can be read only once, open until it is released. */
function holdOpen(read: Input['readBinary'] | Input['read']): Promise<HeldSource> {
  return new Promise((resolve, reject) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const reading = read((source: ByteSource, head: Uint8Array = NO_BYTES) => {
      resolve({
        source,
        head,
        release() {
          release()
          return reading
        },
      })
      return released
    })
    reading.catch(reject)
  })
}

/** Remembers the bytes that were read, so that they can be read again. */
class RecordedSource implements ByteSource {
  readonly #source: ByteSource
  readonly #read: Buffer[] = []

  constructor(source: ByteSource) {
    this.#source = source
  }

  async fill(target: Uint8Array, at: number): Promise<number> {
    const count = await this.#source.fill(target, at)
    this.#read.push(Buffer.from(target.subarray(at, at + count)))
    return count
  }

  consumed(): number {
    return this.#source.consumed()
  }

  rewind(): ByteSource {
    return createPrefixedSource(Buffer.concat(this.#read), this.#source)
  }
}
