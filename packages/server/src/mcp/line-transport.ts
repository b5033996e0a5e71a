import { Buffer } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { checkMessage, refuseText, type CheckedMessage, type Refusal } from './check-message.ts'

const NEWLINE = 0x0a

export interface LineTransportOptions {
  readonly stdin: Readable
  readonly stdout: Writable
  /** A longer message closes the transport. */
  readonly maxBytes: number
}

/**
 * Messages of JSON-RPC, one on each line: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
 *
 * Answers a line that is not a message itself; the server sees valid messages only. Closed by either side, or by a message that is too
 * long; then it reads nothing more.
 */
export class LineTransport implements Transport {
  // Set by the server that connects.
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #options: LineTransportOptions
  /** The line that has not ended yet. */
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(options: LineTransportOptions) {
    this.#options = options
  }

  start(): Promise<void> {
    const { stdin } = this.#options
    stdin.on('data', this.#read).on('end', this.#readLast).on('error', this.#fail)
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message)
  }

  close(): Promise<void> {
    const { stdin } = this.#options
    stdin.off('data', this.#read).off('end', this.#readLast).off('error', this.#fail)
    stdin.pause()
    this.#chunks = []
    this.onclose?.()
    return Promise.resolve()
  }

  readonly #fail = (error: Error): void => this.onerror?.(error)

  readonly #read = (data: Buffer | string): void => {
    let rest = typeof data === 'string' ? Buffer.from(data) : data
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      if (!this.#keep(rest.subarray(0, end))) return
      this.#endLine()
      rest = rest.subarray(end + 1)
    }
    this.#keep(rest)
  }

  readonly #readLast = (): void => this.#endLine()

  /** False where the line becomes too long. */
  #keep(chunk: Buffer): boolean {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes <= this.#options.maxBytes) return true
    void this.close()
    return false
  }

  #endLine(): void {
    const line = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bytes = 0
    const checked = checkLine(line)
    if (checked === null) return
    if (checked.ok) this.onmessage?.(checked.message)
    else void this.#write(checked.refusal)
  }

  #write(message: JSONRPCMessage | Refusal): Promise<void> {
    const { stdout } = this.#options
    return new Promise((resolve) => {
      if (stdout.write(`${JSON.stringify(message)}\n`)) resolve()
      else stdout.once('drain', resolve)
    })
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Null for an empty line. */
function checkLine(line: Buffer): CheckedMessage | null {
  let value: unknown
  try {
    const text = decoder.decode(line)
    if (text.trim() === '') return null
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, refusal: refuseText(error instanceof Error ? error.message : String(error)) }
  }
  return checkMessage(value)
}
