import { netFailure, type NetFailure } from './errors.ts'
import { checkUrl, type CheckedUrl } from './gate/check-url.ts'
import type { Answer, Exchange, ExchangeFailure, ExchangeInit, HeaderMap, Timeouts } from './exchange.ts'
import { netCodeOf } from './transport/failure-codes.ts'
import { findTargets, type TargetRules } from './address/find-targets.ts'
import { headerMapOf } from './transport/header-map.ts'
import { declaredLength, readBody, type BodyRead } from './transport/read-body.ts'
import { isRedirect } from './redirect-status.ts'
import { requestHeaders } from './transport/request-headers.ts'
import { Stop } from './transport/stop.ts'
import type { Transport, TransportAnswer } from './transport/transport.ts'
import { Watch } from './transport/watch.ts'

/** What all exchanges of one exchanger share. */
export interface Equipment {
  readonly rules: TargetRules
  readonly transport: Transport
  readonly timeouts: Timeouts
  readonly maxBytes: number
  readonly userAgent: string
  readonly now: () => number
}

type Timed = (exchange: Omit<Answer, 'ms'> | Omit<ExchangeFailure, 'ms'>) => Exchange

/** One exchange from gate to answer. Expected failures are values; only a wrong call throws. */
export async function runExchange(
  equipment: Equipment,
  input: string,
  init: ExchangeInit,
  begin: (watch: Watch) => () => void,
): Promise<Exchange> {
  const start = equipment.now()
  const timed: Timed = (exchange) => ({ ...exchange, ms: equipment.now() - start })
  const headers = requestHeaders(equipment.userAgent, init.headers)
  const url = check(equipment, input, init)
  if (!url.ok) return timed({ ...url, url: input })
  const watch = new Watch(equipment.timeouts, init.signal)
  const end = begin(watch)
  try {
    return timed(await watch.over(() => exchange(equipment, url, init, headers, watch)))
  } catch (error) {
    return timed(failureOf(error, watch, url.url))
  } finally {
    end()
  }
}

/** The gate, with what the operator allows. */
export function check(
  { rules }: Equipment,
  input: string,
  { allowPort, reservedNames }: ExchangeInit,
): CheckedUrl | NetFailure {
  const isMapped = (host: string, port: number): boolean => rules.mapped(host, port) !== null
  return checkUrl(input, { allowPort, reservedNames, isMapped, isAllowedAddress: rules.isAllowedAddress })
}

async function exchange(
  equipment: Equipment,
  url: CheckedUrl,
  init: ExchangeInit,
  headers: Readonly<Record<string, string>>,
  watch: Watch,
): Promise<Omit<Answer, 'ms'>> {
  const { rules, transport } = equipment
  watch.enter('dns')
  const targets = await findTargets(url, rules)
  const start = (): void => {
    if (init.mayStart?.() === false) throw new Stop('refused_by_caller', 'mayStart said no')
  }
  const maxBytes = init.maxBytes ?? equipment.maxBytes
  const method = init.method ?? 'GET'
  const answer = await transport.send({ url, targets, method, headers, watch, maxBytes, start })
  watch.enter('body')
  return receive(equipment, url, init, watch, answer)
}

async function receive(
  equipment: Equipment,
  url: CheckedUrl,
  init: ExchangeInit,
  watch: Watch,
  answer: TransportAnswer,
): Promise<Omit<Answer, 'ms'>> {
  let isWhole = false
  try {
    refuseStatus(answer.status)
    const from = sourceOf(equipment, url, init, answer)
    const headers = headerMapOf(answer.headers)
    const body = await bodyOf(equipment, init, watch, answer, headers)
    isWhole = !body.isCut
    const { status, address, certificateExpires } = answer
    const certificate = certificateExpires === undefined ? {} : { certificateExpires }
    return { ok: true, url: from, status, headers, ...body, address, ...certificate }
  } finally {
    answer.done(isWhole)
  }
}

/** Some sites invent statuses as high as 999; below 200 there is no answer yet. */
function refuseStatus(status: number): void {
  if (!(status >= 200 && status <= 999)) throw new Stop('protocol_error', `status ${status}`)
}

/** Where the transport says that the answer is from, if the gate lets that pass. */
function sourceOf(equipment: Equipment, { url }: CheckedUrl, init: ExchangeInit, answer: TransportAnswer): string {
  if (answer.url === undefined || answer.url === url) return url
  const source = check(equipment, answer.url, init)
  if (source.ok) return source.url
  throw new Stop(source.code, `the answer is from ${answer.url}`)
}

/** A redirect's body is a courtesy to people. It is read so that the connection can be kept, but not at any price. */
const COURTESY_BYTES = 65_536
const COURTESY_MS = 1000

async function bodyOf(
  { maxBytes, transport }: Equipment,
  init: ExchangeInit,
  watch: Watch,
  { status, body: raw }: TransportAnswer,
  headers: HeaderMap,
): Promise<BodyRead> {
  if (init.method === 'HEAD' || status === 304) return announcedBody(headers)
  const request = { raw, headers, isDecoded: transport.isDecoding, turns: watch }
  if (isRedirect(status) && headers['location'] !== undefined) {
    const courtesy = readBody({ ...request, maxBytes: COURTESY_BYTES, overflow: 'cut' })
    return watch.atMost(COURTESY_MS, courtesy, { body: new Uint8Array(0), isCut: true, totalBytes: null })
  }
  return readBody({ ...request, maxBytes: init.maxBytes ?? maxBytes, overflow: init.overflow ?? 'refuse' })
}

function announcedBody(headers: HeaderMap): BodyRead {
  const isCoded = headers['content-encoding'] !== undefined
  return { body: new Uint8Array(0), isCut: false, totalBytes: isCoded ? null : declaredLength(headers) }
}

/** Of no use here: which authorities are trusted is not left to how Node was started. */
const ADVICE_OF_NODE = /; if the root CA is installed locally.*$/s

function failureOf(error: unknown, { stage }: Watch, url: string): Omit<ExchangeFailure, 'ms'> {
  const message = error instanceof Error ? error.message.replace(ADVICE_OF_NODE, '') : ''
  const reason = message === '' ? url : `${url} (${message})`
  const failure = { ...netFailure(netCodeOf(error, stage), reason), url }
  const cause = error instanceof Stop ? error.cause : error
  return cause === undefined ? failure : { ...failure, cause }
}
