import type { AddressInfo, Server } from 'node:net'

/** Opens a server on a port of the system's choice and tells which. */
export function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
