import { createSocket, type RemoteInfo } from 'node:dgram'
import { isIPv4 } from 'node:net'

/** What is known of one kind of record: addresses, an error, or no answer at all. */
export type Records = readonly string[] | 'SERVFAIL' | 'REFUSED' | 'silence'

export interface DnsServer {
  /** For `setServers`. */
  readonly address: string
  /** Every question so far, as 'A host'. */
  readonly asked: string[]
  close(): void
}

const KINDS = { 1: 'A', 28: 'AAAA' } as const
const CODES = { SERVFAIL: 2, REFUSED: 5 } as const
const NO_SUCH_NAME = 3

/** A DNS server over UDP on loopback that knows a few names (https://www.rfc-editor.org/rfc/rfc1035). */
export async function startDnsServer(
  names: Readonly<Record<string, { readonly A: Records; readonly AAAA: Records }>>,
): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, kind, end } = readQuestion(query)
    asked.push(`${kind} ${name}`)
    const records = names[name]?.[kind]
    if (records !== 'silence') reply(query.subarray(0, end), records, from)
  })
  function reply(
    question: Buffer,
    records: readonly string[] | keyof typeof CODES | undefined,
    from: RemoteInfo,
  ): void {
    const code = records === undefined ? NO_SUCH_NAME : typeof records === 'string' ? CODES[records] : 0
    const found = typeof records === 'object' ? records : []
    const head = Buffer.from(question)
    head.writeUInt16BE(0x81_80 | code, 2)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, ...found.map(encodeRecord)]), from.port, from.address)
  }
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() }
}

function readQuestion(query: Buffer): { name: string; kind: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), kind: KINDS[query.readUInt16BE(at + 1) as keyof typeof KINDS], end: at + 5 }
}

function encodeRecord(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.from([0xc0, 12, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, data])
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [front, back] = [groups(head), groups(tail)]
  const zeros = Array<number>(8 - front.length - back.length).fill(0)
  return Buffer.from([...front, ...zeros, ...back].flatMap((group) => [group >> 8, group & 0xff]))
}
