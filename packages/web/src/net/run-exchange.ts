import { createNetFailure, type NetFailure } from './errors.ts'
import { checkUrl, type CheckedUrl } from './gate/check-url.ts'
import type { ExchangeResponse, Exchange, ExchangeFailure, ExchangeInit, HeaderMap, Timeouts } from './exchange.ts'
import { toNetErrorCode } from './transport/failure-codes.ts'
import { findTargets, type TargetRules } from './address/find-targets.ts'
import { toHeaderMap } from './transport/header-map.ts'
import { readDeclaredLength, readBody, type BodyRead } from './transport/read-body.ts'
import { isRedirect } from './redirect-status.ts'
import { createRequestHeaders } from './transport/request-headers.ts'
import { Stop } from './transport/stop.ts'
import type { Transport, TransportResponse } from './transport/transport.ts'
import { Watch } from './transport/watch.ts'

/** What all exchanges of one exchanger share. */
export interface ExchangerContext {
  readonly rules: TargetRules
  readonly transport: Transport
  readonly timeouts: Timeouts
  readonly maxBytes: number
  readonly userAgent: string
  readonly now: () => number
}

type Timed = (exchange: Omit<ExchangeResponse, 'ms'> | Omit<ExchangeFailure, 'ms'>) => Exchange

/** Runs one exchange from gate to response. Expected failures are values; only a wrong call throws. */
export async function runExchange(
  equipment: ExchangerContext,
  input: string,
  init: ExchangeInit,
  begin: (watch: Watch) => () => void,
): Promise<Exchange> {
  const start = equipment.now()
  const timed: Timed = (exchange) => ({ ...exchange, ms: equipment.now() - start })
  const headers = createRequestHeaders(equipment.userAgent, init.headers)
  const url = check(equipment, input, init)
  if (!url.ok) return timed({ ...url, url: input })
  const watch = new Watch(equipment.timeouts, init.signal)
  const end = begin(watch)
  try {
    return timed(await watch.run(() => exchange(equipment, url, init, headers, watch)))
  } catch (error) {
    return timed(createFailure(error, watch, url.url))
  } finally {
    end()
  }
}

/** Checks a URL with the gate and the operator's exceptions. */
export function check(
  { rules }: ExchangerContext,
  input: string,
  { allowPort, reservedNames }: ExchangeInit,
): CheckedUrl | NetFailure {
  const isMapped = (host: string, port: number): boolean => rules.mapped(host, port) !== null
  return checkUrl(input, { allowPort, reservedNames, isMapped, isAllowedAddress: rules.isAllowedAddress })
}

async function exchange(
  equipment: ExchangerContext,
  url: CheckedUrl,
  init: ExchangeInit,
  headers: Readonly<Record<string, string>>,
  watch: Watch,
): Promise<Omit<ExchangeResponse, 'ms'>> {
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
  equipment: ExchangerContext,
  url: CheckedUrl,
  init: ExchangeInit,
  watch: Watch,
  answer: TransportResponse,
): Promise<Omit<ExchangeResponse, 'ms'>> {
  let isWhole = false
  try {
    rejectStatus(answer.status)
    const from = checkSource(equipment, url, init, answer)
    const headers = toHeaderMap(answer.headers)
    const body = await receiveBody(equipment, init, watch, answer, headers)
    isWhole = !body.isCut
    const { status, address, certificateExpires } = answer
    const certificate = certificateExpires === undefined ? {} : { certificateExpires }
    return { ok: true, url: from, status, headers, ...body, address, ...certificate }
  } finally {
    answer.done(isWhole)
  }
}

/** Some sites invent statuses as high as 999; a status below 200 is not final. */
function rejectStatus(status: number): void {
  if (!(status >= 200 && status <= 999)) throw new Stop('protocol_error', `status ${status}`)
}

/** The URL that the transport says the response is from, if it passes the gate. */
function checkSource(
  equipment: ExchangerContext,
  { url }: CheckedUrl,
  init: ExchangeInit,
  answer: TransportResponse,
): string {
  if (answer.url === undefined || answer.url === url) return url
  const source = check(equipment, answer.url, init)
  if (source.ok) return source.url
  throw new Stop(source.code, `the answer is from ${answer.url}`)
}

/** The body of a redirect is for people. It is read so that the connection can be kept, but only up to these limits. */
const COURTESY_BYTES = 65_536
const COURTESY_MS = 1000

async function receiveBody(
  { maxBytes, transport }: ExchangerContext,
  init: ExchangeInit,
  watch: Watch,
  { status, body: raw }: TransportResponse,
  headers: HeaderMap,
): Promise<BodyRead> {
  if (init.method === 'HEAD' || status === 304) return readAnnouncedBody(headers)
  const request = { raw, headers, isDecoded: transport.isDecoding, turns: watch }
  if (isRedirect(status) && headers['location'] !== undefined) {
    const courtesy = readBody({ ...request, maxBytes: COURTESY_BYTES, overflow: 'cut' })
    return watch.atMost(COURTESY_MS, courtesy, { body: new Uint8Array(0), isCut: true, totalBytes: null })
  }
  return readBody({ ...request, maxBytes: init.maxBytes ?? maxBytes, overflow: init.overflow ?? 'refuse' })
}

function readAnnouncedBody(headers: HeaderMap): BodyRead {
  const isCoded = headers['content-encoding'] !== undefined
  return { body: new Uint8Array(0), isCut: false, totalBytes: isCoded ? null : readDeclaredLength(headers) }
}

/** Advice that does not apply here: how Node was started does not decide which authorities are trusted. */
const ADVICE_BY_NODE = /; if the root CA is installed locally.*$/s

function createFailure(error: unknown, { stage }: Watch, url: string): Omit<ExchangeFailure, 'ms'> {
  const message = error instanceof Error ? error.message.replace(ADVICE_BY_NODE, '') : ''
  const failure = { ...createNetFailure(toNetErrorCode(error, stage), url, message), url }
  const cause = error instanceof Stop ? error.cause : error
  return cause === undefined ? failure : { ...failure, cause }
}
