import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { listenOnLoopback } from './listen-on-loopback.ts'

export interface RawServer {
  readonly port: number
  /** For `connectTo`: every plain request goes here. */
  readonly connectTo: Readonly<Record<string, string>>
  readonly connections: () => number
  close(): Promise<void>
}

/** A TCP server on loopback that does whatever `talk` does, for answers that no HTTP library would give. */
export async function startRawServer(talk: (socket: Socket, connection: number) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    talk(socket, connections)
  })
  const port = await listenOnLoopback(server)
  return {
    port,
    connectTo: { ':80': `127.0.0.1:${port}`, ':443': `127.0.0.1:${port}` },
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

/** Answers every request with the same bytes, and then does as `afterwards` says. */
export function answering(
  text: string | Uint8Array,
  afterwards: (socket: Socket) => void = () => undefined,
): (socket: Socket) => void {
  return (socket) => {
    socket.on('data', () => {
      socket.write(text, () => afterwards(socket))
    })
  }
}

/** Sends `piece` every `everyMs` until the connection is closed. */
export function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** A raw server that ends with the test file. */
export async function rawServer(talk: (socket: Socket, connection: number) => void): Promise<RawServer> {
  const server = await startRawServer(talk)
  after(() => server.close())
  return server
}
