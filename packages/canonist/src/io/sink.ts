import { fstatSync, writeSync } from './node-fs.ts'
import type { Writable } from 'node:stream'

/** Where results go. A write is done when its bytes may be used again, so who waits for it never runs ahead of the reader. */
export interface Sink {
  write(bytes: Buffer): Promise<void>
}

const STDOUT = 1

/** The standard output of this process, whatever stands behind it. Its stream takes long to load, and files do without it. */
export function openSink(process: { readonly stdout: Writable }): Sink {
  const info = fstatSync(STDOUT)
  if (info.isFIFO() || info.isSocket()) return streamSink(process.stdout)
  // Opening the stream of a terminal makes writes wait until it has taken them.
  if (info.isCharacterDevice()) void process.stdout
  return fileSink(STDOUT)
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
        return failOutput(error)
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
        stream.write(bytes, (error) => (error ? failOutput(error).catch(reject) : resolve()))
      }),
  }
}

/** The reader's going away is no failure; all else is one. What words it is loaded when it is needed. */
async function failOutput(error: unknown): Promise<never> {
  const { OutputClosed, systemCodeOf, writeFailure } = await import('./errors.ts')
  const code = systemCodeOf(error)
  const isGone = code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED'
  if (isGone) throw new OutputClosed(error)
  throw writeFailure('cannot write the output', error)
}
