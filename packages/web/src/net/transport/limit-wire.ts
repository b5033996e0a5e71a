import type { Socket } from 'node:net'
import { Stop } from './stop.ts'

/** One byte a chunk is `1 CR LF x CR LF`: six bytes on the wire for each byte of the body. */
const MAX_PER_BYTE = 6
/** For what comes with every answer, however short its body: the last chunk, and trailers. */
const ALLOWANCE = 1_048_576

/**
 * Ends the connection where a server sends far more than the body that is wanted: a chunk may carry extensions without end,
 * which the parser drops. Counts from now on; call the result when the answer has been read.
 */
export function limitWire(socket: Socket, maxBytes: number): () => void {
  const most = socket.bytesRead + maxBytes * MAX_PER_BYTE + ALLOWANCE
  const look = (): void => {
    if (socket.bytesRead > most) socket.destroy(new Stop('body_too_large', `more than ${most} bytes with its chunks`))
  }
  socket.on('readable', look)
  return () => void socket.off('readable', look)
}
