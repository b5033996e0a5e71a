import { createServer } from 'node:net'
import { listenOnLoopback } from './listen-on-loopback.ts'

/** A port on loopback where nobody listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  await new Promise((resolve) => void server.close(resolve))
  return port
}
