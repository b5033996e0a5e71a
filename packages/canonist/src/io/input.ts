import { Buffer } from 'node:buffer'
import { close, fstatSync, open } from 'node:fs'
import { open as openFile, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { isatty, ReadStream } from 'node:tty'
import { promisify } from 'node:util'
import { fileSource, memorySource, prefixedSource, streamSource, withoutMark, type ByteSource } from './byte-source.ts'
import { compressionOf, decompressed } from './decompress.ts'
import { LONGEST_START, mayBeBinary, refuseBinary } from './recognize-binary.ts'
import { cannotRead, IoError } from './errors.ts'

const openFd = promisify(open)
const closeFd = promisify(close)

/** A list of lines that a user named: a file, stdin, or URLs given as arguments. */
export interface Input {
  readonly name: string
  /** Bytes on disk; `null` where nobody knows before the end. */
  readonly size: number | null
  /** Whether it can be read again from its beginning. */
  readonly isRepeatable: boolean
  /** Reads it once; what it opened is closed when `use` is done. */
  read<T>(use: (source: ByteSource) => Promise<T>): Promise<T>
}

export function textInput(name: string, text: string): Input {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, isRepeatable: true, read: (use) => use(memorySource(bytes)) }
}

export function streamInput(name: string, stream: Readable): Input {
  const read: Input['read'] = async (use) => use(await plainSource(streamSource(stream), name))
  return { name, size: null, isRepeatable: false, read }
}

/** Looks at the file at once, so that a wrong name or a binary file is reported before the first line is written. */
export async function fileInput(path: string): Promise<Input> {
  const info = await stat(path).catch((error: unknown) => Promise.reject(cannotRead(path, error)))
  if (info.isDirectory()) throw isFolder(path)
  if (info.isFile()) refuseBinary(await readHead(path), path)
  const size = info.isFile() ? info.size : null
  return { name: path, size, isRepeatable: info.isFile(), read: (use) => readFile(path, use) }
}

/** `name` should be read, and is a folder. */
export const isFolder = (name: string): IoError =>
  new IoError('io/is-a-folder', { thing: `cannot read ${name}`, fix: 'Name the files in it.' })

/** An open file that others own, such as stdin of `canonist < list.txt`. */
export function openFileInput(name: string, fd: number, size: number): Input {
  return { name, size, isRepeatable: false, read: async (use) => use(await plainSource(fileSource(fd), name)) }
}

/** Bytes of all inputs, or `null` where one is of unknown length. */
export function totalSize(inputs: readonly Input[]): number | null {
  let total = 0
  for (const { size } of inputs) {
    if (size === null) return null
    total += size
  }
  return total
}

/** All of it as text, for lists that are understood only as a whole. */
export async function readText(input: Input): Promise<string> {
  return (await readBytes(input)).toString()
}

export function readBytes(input: Input): Promise<Buffer> {
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
  const fd = await openFd(path, 'r').catch((error: unknown) => Promise.reject(cannotRead(path, error)))
  const file = openSource(fd)
  try {
    return await use(await plainSource(file.source, path))
  } catch (error) {
    throw isReadError(error) ? cannotRead(path, error) : error
  } finally {
    await file.close()
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await openFile(path, 'r').catch((error: unknown) => Promise.reject(cannotRead(path, error)))
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_START))
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw cannotRead(path, error)
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
  return { source: fileSource(fd), close: () => closeFd(fd) }
}

/** The stream owns its descriptor. */
function openStream(stream: Readable): OpenSource {
  const close = (): Promise<void> => Promise.resolve(void stream.destroy())
  return { source: streamSource(stream), close }
}

/** The bytes without their compression. Binary files are refused, compressed or not. */
async function plainSource(source: ByteSource, name: string): Promise<ByteSource> {
  const { head, whole } = await lookAhead(source)
  const compression = compressionOf(head, name)
  if (compression === null) {
    refuseBinary(head, name)
    return withoutMark(whole)
  }
  const plain = await lookAhead(decompressed(whole, compression, name))
  refuseBinary(plain.head, name)
  return withoutMark(plain.whole)
}

/** The first bytes of a source, and a source that still has them. Text is passed on at its first byte, as somebody may be typing it. */
async function lookAhead(source: ByteSource): Promise<{ readonly head: Buffer; readonly whole: ByteSource }> {
  const bytes = Buffer.alloc(LONGEST_START)
  let length = 0
  while (length < bytes.length) {
    const count = await source.fill(bytes, length)
    length += count
    if (count === 0 || !mayBeMore(bytes.subarray(0, length))) break
  }
  const head = bytes.subarray(0, length)
  return { head, whole: prefixedSource(head, source) }
}

function mayBeMore(head: Buffer): boolean {
  const mayBeCompressed = head.length < 4 && (head[0] === 0x1f || head[0] === 0x28)
  return mayBeCompressed || mayBeBinary(head)
}
