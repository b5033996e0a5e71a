import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

export interface MixingProxy {
  readonly port: number
  /** How often a client got another connection to the server than the last time. */
  readonly switches: () => number
  readonly close: () => Promise<void>
}

/** A message of the server's greeting: AuthenticationOk, BackendKeyData, ReadyForQuery in no transaction. */
const GREETING = Buffer.from('5200000008000000004b0000000c00000001000000015a0000000549', 'hex')
const SSL_REQUEST = 80_877_103

/**
 * Stands before a server as a pooler in transaction mode does: every transaction of a client may get another one of a few
 * connections, with whatever its last user has prepared there. Lets everybody in, and drops what a client wants set.
 */
export async function startMixingProxy(url: string, connections = 3): Promise<MixingProxy> {
  const pool = new Backends()
  for (let count = 0; count < connections; count += 1) pool.add(await connectBackend(url))
  const clients = new Set<Socket>()
  const proxy = createServer((socket) => {
    clients.add(socket.setNoDelay(true).on('error', () => socket.destroy()))
    serve(socket, pool)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    switches: () => pool.switches,
    close: async () => {
      for (const socket of clients) socket.destroy()
      pool.close()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** The driver logs in; from then on its socket is ours. */
async function connectBackend(url: string): Promise<Socket> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  stream.removeAllListeners('data')
  return stream.setNoDelay(true)
}

class Backends {
  readonly #all = new Set<Socket>()
  readonly #free: Socket[] = []
  readonly #waiting: ((backend: Socket) => void)[] = []
  switches = 0

  add(backend: Socket): void {
    this.#all.add(backend)
    this.release(backend)
  }

  /** The one that was free longest, so that nobody keeps the same. */
  take(): Promise<Socket> {
    const backend = this.#free.shift()
    return backend === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(backend)
  }

  release(backend: Socket): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free.push(backend)
    else next(backend)
  }

  close(): void {
    for (const backend of this.#all) backend.destroy()
  }
}

/** Cuts a stream into messages: a type of one byte, then the length of the rest. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)

  read(chunk: Buffer): Buffer[] {
    const messages: Buffer[] = []
    this.#rest = Buffer.concat([this.#rest, chunk])
    while (this.#rest.length >= 5) {
      const length = 1 + this.#rest.readInt32BE(1)
      if (this.#rest.length < length) break
      messages.push(this.#rest.subarray(0, length))
      this.#rest = this.#rest.subarray(length)
    }
    return messages
  }
}

const readType = (message: Buffer): string => String.fromCharCode(message[0] ?? 0)

function serve(client: Socket, pool: Backends): void {
  const messages = new Messages()
  let isGreeted = false
  let turn = Promise.resolve()
  const session = new ClientSession(client, pool)
  client.on('data', (chunk: Buffer) => {
    if (!isGreeted && chunk.readInt32BE(4) === SSL_REQUEST) return client.write('N')
    if (!isGreeted) {
      isGreeted = true
      return client.write(GREETING)
    }
    const whole = messages.read(chunk)
    turn = turn.then(() => session.forward(whole))
    return undefined
  })
  client.on('close', () => void (turn = turn.then(() => session.end())))
}

class ClientSession {
  readonly #client: Socket
  readonly #pool: Backends
  #backend: Socket | null = null
  #last: Socket | null = null
  #unanswered = 0

  constructor(client: Socket, pool: Backends) {
    this.#client = client
    this.#pool = pool
  }

  async forward(messages: readonly Buffer[]): Promise<void> {
    for (const message of messages) {
      if (readType(message) === 'X') continue
      const backend = (this.#backend ??= await this.#take())
      if (readType(message) === 'S' || readType(message) === 'Q') this.#unanswered += 1
      backend.write(message)
    }
  }

  /** Who leaves in the middle of a transaction takes it back. */
  end(): void {
    if (this.#backend === null) return
    this.#unanswered += 1
    this.#backend.write(Buffer.from('510000000d726f6c6c6261636b00', 'hex'))
  }

  async #take(): Promise<Socket> {
    const backend = await this.#pool.take()
    if (this.#last !== null && this.#last !== backend) this.#pool.switches += 1
    this.#last = backend
    const messages = new Messages()
    const onData = (chunk: Buffer): void => {
      for (const message of messages.read(chunk)) {
        if (!this.#client.destroyed) this.#client.write(message)
        if (readType(message) !== 'Z') continue
        this.#unanswered -= 1
        if (this.#unanswered > 0 || message.toString('latin1', 5) !== 'I') continue
        backend.off('data', onData)
        this.#backend = null
        this.#pool.release(backend)
      }
    }
    backend.on('data', onData)
    return backend
  }
}
