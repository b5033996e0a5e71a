import { Buffer } from 'node:buffer'
import { close, fstatSync, open } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { isatty, ReadStream } from 'node:tty'
import { promisify } from 'node:util'
import {
  createFileSource,
  createMemorySource,
  createPrefixedSource,
  createStreamSource,
  skipByteOrderMark,
  type ByteSource,
} from './byte-source.ts'
import { detectCompression, decompress } from './decompress.ts'
import { viewBuffer } from './view-buffer.ts'
import { MAX_START_LENGTH, mayBeBinary, rejectBinary } from './recognize-binary.ts'
import { createReadError, IoError } from './errors.ts'

const openFd = promisify(open)
const closeFd = promisify(close)

/** A list of lines that a user named: a file, stdin, or URLs given as arguments. */
export interface Input {
  readonly name: string
  /** Bytes on disk; `null` if unknown before the end. */
  readonly size: number | null
  /** Whether it can be read again from its beginning. */
  readonly isRepeatable: boolean
  /** Reads it once and closes what it opened when `use` is done. */
  read<T>(use: (source: ByteSource) => Promise<T>): Promise<T>
}

export function createTextInput(name: string, text: string): Input {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, isRepeatable: true, read: (use) => use(createMemorySource(bytes)) }
}

export function createStreamInput(name: string, stream: AsyncIterable<Uint8Array>): Input {
  const read: Input['read'] = async (use) => use(await openPlainSource(createStreamSource(stream), name))
  return { name, size: null, isRepeatable: false, read }
}

/** Looks at the file at once, so that a wrong name or a binary file, compressed or not, is reported before the first line is written. */
export async function openInputFile(path: string): Promise<Input> {
  const info = await stat(path).catch((error: unknown) => Promise.reject(createReadError(path, error)))
  if (info.isDirectory()) throw createFolderError(path)
  if (info.isFile()) await readFile(path, () => Promise.resolve())
  const size = info.isFile() ? info.size : null
  return { name: path, size, isRepeatable: info.isFile(), read: (use) => readFile(path, use) }
}

/** `name` should be a file to read, but is a folder. */
export const createFolderError = (name: string): IoError =>
  new IoError('io/is-a-folder', { thing: `cannot read ${name}`, fix: 'Name the files in it.' })

/** A file that the caller opened, such as stdin of `canonist < list.txt`. */
export function createDescriptorInput(name: string, fd: number, size: number): Input {
  return {
    name,
    size,
    isRepeatable: false,
    read: async (use) => use(await openPlainSource(createFileSource(fd), name)),
  }
}

/** Bytes of all inputs, or `null` if one has an unknown length. */
export function sumSizes(inputs: readonly Input[]): number | null {
  let total = 0
  for (const { size } of inputs) {
    if (size === null) return null
    total += size
  }
  return total
}

/** Reads all of it as text, for lists that make sense only as a whole. */
export async function readText(input: Input): Promise<string> {
  return viewBuffer(await readBytes(input)).toString()
}

export function readBytes(input: Input): Promise<Uint8Array> {
  return input.read(async (source) => {
    const chunks: Buffer[] = []
    for (;;) {
      const chunk = Buffer.allocUnsafe(65_536)
      const count = await source.fill(chunk, 0)
      if (count === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, count))
    }
  })
}

async function readFile<T>(path: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const fd = await openFd(path, 'r').catch((error: unknown) => Promise.reject(createReadError(path, error)))
  const file = openSource(fd)
  try {
    return await use(await openPlainSource(file.source, path))
  } catch (error) {
    throw isReadError(error) ? createReadError(path, error) : error
  } finally {
    await file.close()
  }
}

function isReadError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'read'
}

interface OpenSource {
  readonly source: ByteSource
  close(): Promise<void>
}

/** Not every name is a regular file: `<(zcat …)` is a pipe, and a read that waits there must not hold up the end of the program. */
function openSource(fd: number): OpenSource {
  if (fstatSync(fd).isFIFO()) return openStream(new Socket({ fd, readable: true, writable: false }))
  if (isatty(fd)) return openStream(new ReadStream(fd))
  return { source: createFileSource(fd), close: () => closeFd(fd) }
}

/** The stream owns its descriptor. */
function openStream(stream: Readable): OpenSource {
  const close = (): Promise<void> => Promise.resolve(void stream.destroy())
  return { source: createStreamSource(stream), close }
}

/** The bytes without their compression. Binary files are refused, compressed or not. */
async function openPlainSource(source: ByteSource, name: string): Promise<ByteSource> {
  const { head, whole } = await lookAhead(source)
  const compression = detectCompression(head, name)
  if (compression === null) {
    rejectBinary(head, name)
    return skipByteOrderMark(whole)
  }
  const plain = await lookAhead(decompress(whole, compression, name))
  rejectBinary(plain.head, name)
  return skipByteOrderMark(plain.whole)
}

/** The first bytes of a source, and a source that still has them. Text is passed on at its first byte, since a person may be typing it. */
async function lookAhead(source: ByteSource): Promise<{ readonly head: Buffer; readonly whole: ByteSource }> {
  const bytes = Buffer.alloc(MAX_START_LENGTH)
  let length = 0
  while (length < bytes.length) {
    const count = await source.fill(bytes, length)
    length += count
    if (count === 0 || !mayBeMore(bytes.subarray(0, length))) break
  }
  const head = bytes.subarray(0, length)
  return { head, whole: createPrefixedSource(head, source) }
}

function mayBeMore(head: Buffer): boolean {
  const mayBeCompressed = head.length < 4 && (head[0] === 0x1f || head[0] === 0x28)
  return mayBeCompressed || mayBeBinary(head)
}
