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
  type OnWarning,
} from './byte-source.ts'
import { detectCompression, decompress } from './decompress.ts'
import { viewBuffer } from './view-buffer.ts'
import { isBinaryFormat, MAX_START_LENGTH, mayBeBinary, recognizeBinary, rejectBinary } from './recognize-binary.ts'
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
  /** Where it is a regular file. */
  readonly path: string | null
  /** Its first bytes, without compression, if they have been looked at. */
  readonly head?: Uint8Array | undefined
  /** Reads text once, without its compression, and closes what it opened when `use` is done. Refuses binary files. */
  read<T>(use: (source: ByteSource) => Promise<T>): Promise<T>
  /** The same for bytes of any kind; `head` are the first of them. */
  readBinary<T>(use: (source: ByteSource, head: Uint8Array) => Promise<T>): Promise<T>
  /** The bytes as they come, compressed or not, from the first one on. */
  readRaw: Read
}

type Read = <T>(use: (source: ByteSource) => Promise<T>) => Promise<T>

/** Reads an input whose raw bytes `open` gives, as text or as bytes. */
function createReaders(
  name: string,
  open: Read,
  onWarning?: OnWarning,
): Pick<Input, 'read' | 'readBinary' | 'readRaw'> {
  return {
    readRaw: open,
    read: (use) =>
      open(async (raw) => {
        const { source, head } = await openPlainSource(raw, name, onWarning)
        rejectBinary(head, name)
        return use(skipByteOrderMark(source))
      }),
    readBinary: (use) =>
      open(async (raw) => {
        const { source, head } = await openPlainSource(raw, name, onWarning)
        return use(source, head)
      }),
  }
}

export function createTextInput(name: string, text: string): Input {
  const bytes = Buffer.from(text)
  const size = bytes.length
  return { name, size, isRepeatable: true, path: null, ...createReaders(name, (use) => use(createMemorySource(bytes))) }
}

export function createStreamInput(name: string, stream: AsyncIterable<Uint8Array>, onWarning?: OnWarning): Input {
  const read: Read = (use) => use(createStreamSource(stream))
  return { name, size: null, isRepeatable: false, path: null, ...createReaders(name, read, onWarning) }
}

export interface InputFileOptions {
  /** What it is called in messages, if not by its path. */
  readonly name?: string
  /** Whether the caller reads formats that are not text, too. */
  readonly mayBeBinary?: boolean
  /** The format that the user named. If it is not text, only its reader judges the bytes. */
  readonly format?: string | undefined
  /** Receives warnings each time the file is read; without it, they are errors. */
  readonly onWarning?: OnWarning | undefined
}

/**
 * Looks at the file at once, so that a wrong name or a binary file, compressed or not, is reported before the first line is written.
 */
export async function openInputFile(
  path: string,
  { name = path, mayBeBinary = false, format = '', onWarning }: InputFileOptions = {},
): Promise<Input> {
  const info = await stat(path).catch((error: unknown) => Promise.reject(createReadError(path, error)))
  if (info.isDirectory()) throw createFolderError(path)
  const readers = createReaders(name, (use) => readFile(path, use), onWarning)
  if (!info.isFile()) return { name, size: null, isRepeatable: false, path: null, ...readers }
  const head = await readers.readBinary((_, first) => Promise.resolve(first))
  const isWanted = mayBeBinary && (isBinaryFormat(format) || recognizeBinary(head)?.format !== undefined)
  if (!isWanted) rejectBinary(head, name)
  return { name, size: info.size, isRepeatable: true, path, head, ...readers }
}

/** `name` should be a file to read, but is a folder. */
export const createFolderError = (name: string): IoError =>
  new IoError('io/is-a-folder', { thing: `cannot read ${name}`, fix: 'Name the files in it.' })

/** A file that the caller opened, such as stdin of `canonist < list.txt`. */
export function createDescriptorInput(name: string, fd: number, size: number, onWarning?: OnWarning): Input {
  return {
    name,
    size,
    isRepeatable: false,
    path: null,
    ...createReaders(name, (use) => use(createFileSource(fd)), onWarning),
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
    return await use(file.source)
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

/** The bytes without their compression, and the first of them. */
async function openPlainSource(
  source: ByteSource,
  name: string,
  onWarning: OnWarning | undefined,
): Promise<{ readonly source: ByteSource; readonly head: Buffer }> {
  const { head, whole } = await lookAhead(source)
  const compression = detectCompression(head, name)
  if (compression === null) return { source: whole, head }
  const plain = await lookAhead(decompress(whole, compression, name, onWarning))
  return { source: plain.whole, head: plain.head }
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
