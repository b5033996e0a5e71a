import { fstatSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { OutputClosed, systemCodeOf, writeFailure } from './errors.ts'

/** Where results go. A write is done when its bytes may be used again, so who waits for it never runs ahead of the reader. */
export interface Sink {
  write(bytes: Buffer): Promise<void>
}

export interface OutputStream extends Writable {
  readonly fd?: number
}

/** The standard output of this process, whatever stands behind it. */
export function openSink(stream: OutputStream): Sink {
  const fd = stream.fd
  return fd === undefined || isPipe(fd) ? streamSink(stream) : fileSink(fd)
}

function isPipe(fd: number): boolean {
  const info = fstatSync(fd)
  return info.isFIFO() || info.isSocket()
}

/**
 * Not through the stream: for a file that one writes once and does not look at how much the disk took, so a disk that
 * fills up in the last write would cut the list short without an error.
 */
function fileSink(fd: number): Sink {
  return {
    write(bytes) {
      try {
        for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
        return Promise.resolve()
      } catch (error) {
        return Promise.reject(outputError(error))
      }
    },
  }
}

function streamSink(stream: Writable): Sink {
  // Each failed write is told to its caller; without a listener the same error would also end the process.
  stream.on('error', () => undefined)
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(outputError(error)) : resolve()))
      }),
  }
}

/** The reader's going away is no failure; all else is one. */
export function outputError(error: unknown): Error {
  const code = systemCodeOf(error)
  const isGone = code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED'
  if (isGone) return new OutputClosed(error)
  return writeFailure('cannot write the output', error)
}
