import { fstatSync, writeSync } from './node-fs.ts'
import { isTerminal } from './is-terminal.ts'

/** Where results go. A write is done when its bytes may be reused, so a caller that awaits it never runs ahead of the reader. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>
}

/** The part of Node's stream that a sink uses. */
export interface OutputStream {
  on(event: 'error', listener: () => void): unknown
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown
}

const STDOUT = 1

/** The standard output of this process. Its stream takes as long to load as a short command runs, so it is opened only if needed. */
export function openSink(process: { readonly stdout: OutputStream }): Sink {
  const info = fstatSync(STDOUT)
  if (info.isFIFO() || info.isSocket()) return pipeSink(STDOUT, () => process.stdout)
  // Opening the stream of a terminal makes writes wait until it has taken them.
  if (isTerminal(STDOUT)) void process.stdout
  return createFileSink(STDOUT)
}

/** What a pipe takes at once, unless others write to it too: PIPE_BUF of Linux. */
const SHORT_BYTES = 4096

/**
 * Writes short output directly, and longer output through the stream: a write that waits for the reader would stop everything else that
 * the process does.
 */
function pipeSink(fd: number, open: () => OutputStream): Sink {
  let left = SHORT_BYTES
  let stream: Sink | null = null
  return {
    write(bytes) {
      left -= bytes.length
      try {
        const done = stream === null && left >= 0 ? writeReady(fd, bytes) : 0
        if (done === bytes.length) return Promise.resolve()
        stream ??= createStreamSink(open())
        return stream.write(bytes.subarray(done))
      } catch (error) {
        return failOutput(error)
      }
    },
  }
}

/** Writes as much as the pipe takes; returns how much that was. */
function writeReady(fd: number, bytes: Uint8Array): number {
  let done = 0
  try {
    while (done < bytes.length) done += writeSync(fd, bytes, done)
  } catch (error) {
    // Another process that has the pipe made it non-blocking, and it is full: the stream waits until there is room.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return done
}

/**
 * Not through the stream: for a file that one writes once and does not look at how much the disk took, so a disk that
 * fills up in the last write would cut the list short without an error.
 */
function createFileSink(fd: number): Sink {
  return {
    write(bytes) {
      try {
        for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
        return Promise.resolve()
      } catch (error) {
        return failOutput(error)
      }
    },
  }
}

function createStreamSink(stream: OutputStream): Sink {
  // Each failed write is told to its caller; without a listener the same error would also end the process.
  stream.on('error', () => undefined)
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error ? failOutput(error).catch(reject) : resolve()))
      }),
  }
}

/** A closed output is not a failure; any other error is. The module with the messages is loaded only when needed. */
async function failOutput(error: unknown): Promise<never> {
  const { OutputClosed, readSystemCode, createWriteFailure } = await import('./errors.ts')
  const code = readSystemCode(error)
  const isGone = code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED'
  if (isGone) throw new OutputClosed(error)
  throw createWriteFailure('cannot write the output', error)
}
