import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** ReadyForQuery, in no transaction: the end of what a server of PostgreSQL says to who connects. */
const READY = Buffer.from('5a0000000549', 'hex')

/** FATAL 57P01, as a server that shuts down says it. */
function fatal(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

export interface BreakingProxy {
  readonly port: number
  /** Whether it has ended the connection that it was to end. */
  readonly broke: () => boolean
  readonly close: () => Promise<void>
}

/** Stands before a server and ends the n-th connection with the very words that greet it, in one packet. */
export async function startProxy(to: number, { breaks }: { readonly breaks: number }): Promise<BreakingProxy> {
  let [count, hasBroken] = [0, false]
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const isDoomed = ++count === breaks
    const upstream = connect(to, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()))
    client.pipe(upstream)
    upstream.on('data', (data: Buffer) => {
      const isGreeting = isDoomed && !hasBroken && data.subarray(-READY.length).equals(READY)
      if (!isGreeting) return client.write(data)
      hasBroken = true
      upstream.destroy()
      return client.end(Buffer.concat([data, fatal()]))
    })
    upstream.on('close', () => client.end())
    client.on('close', () => upstream.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    broke: () => hasBroken,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
