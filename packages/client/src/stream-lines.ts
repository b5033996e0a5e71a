import { encodeQuery, parseJson, readJson, readText } from './build-request.ts'
import { createClientError } from './errors.ts'
import { gather } from './lines.ts'
import type { CallOptions, Urls } from './methods.ts'
import type { Fields, OperationRequest } from './operation-request.ts'
import { joinSignals, type Outgoing, type Sender } from './sender.ts'

// Any number of URLs: one request whose body is written while its response is read, where the platform can do that. Elsewhere one
// request for each batch of lines; these are sent again like any other.

const NDJSON = { 'content-type': 'application/x-ndjson' }

/** A result for each URL, in order. */
export async function* streamItems(
  sender: Sender,
  request: OperationRequest,
  { urls, input, signal }: StreamedCall,
): AsyncGenerator<unknown, void, void> {
  // Ends the request when the caller stops reading.
  const stop = new AbortController()
  const source = new LineSource(urls)
  const outgoing = toOutgoing(request, input, joinSignals(signal, stop.signal))
  try {
    for await (const body of source.bodies(sender.streamsRequests))
      for await (const line of readResults(sender, outgoing, body)) yield parseJson(line, outgoing.path)
  } catch (error) {
    throw source.findFault() ?? error
  } finally {
    stop.abort()
    source.end()
  }
}

/** A batch can be sent again as long as none of its results was yielded. */
async function* readResults(sender: Sender, outgoing: Outgoing, body: string | ReadableStream): AsyncGenerator<string> {
  if (typeof body === 'string') {
    const text = await sender.send({ ...outgoing, body }, readText)
    if (text !== '') yield* text.trimEnd().split('\n')
  } else yield* sender.readLines({ ...outgoing, body, repeats: 'never' })
}

/** One report for all URLs. */
export async function streamReport(
  sender: Sender,
  request: OperationRequest,
  { urls, input, signal }: StreamedCall,
): Promise<Report> {
  const source = new LineSource(urls)
  const outgoing = toOutgoing(request, input, signal)
  let total: Report = {}
  try {
    for await (const body of source.bodies(sender.streamsRequests)) {
      const repeats = typeof body === 'string' ? outgoing.repeats : 'never'
      total = addReports(total, (await sender.send({ ...outgoing, body, repeats }, readJson)) as Report)
    }
    return total
  } catch (error) {
    throw source.findFault() ?? error
  } finally {
    source.end()
  }
}

export interface StreamedCall extends CallOptions {
  readonly urls: Urls
  readonly input: Fields
}

type Report = Readonly<Record<string, number>>

function addReports(a: Report, b: Report): Report {
  return Object.fromEntries(Object.entries(b).map(([name, count]) => [name, (a[name] ?? 0) + count]))
}

function toOutgoing(
  { method, path, isRepeatable = false }: OperationRequest,
  input: Fields,
  signal: AbortSignal | undefined,
): Outgoing {
  return {
    method,
    path: path + encodeQuery(input),
    headers: NDJSON,
    repeats: isRepeatable ? 'always' : 'unbegun',
    signal,
  }
}

/** URLs as bodies of requests. */
class LineSource {
  readonly #groups: AsyncGenerator<readonly string[], void, void>
  #fault: { readonly error: unknown } | null = null

  constructor(urls: Urls) {
    // A string is a list of its characters.
    if (typeof urls === 'string') throw createClientError('client/bad-argument', 'urls is a string')
    this.#groups = gather(urls)
  }

  /** One body for all lines, or one for each batch. No lines at all are one request, too. */
  async *bodies(isOne: boolean): AsyncGenerator<string | ReadableStream<Uint8Array>, void, void> {
    if (isOne) yield this.#toStream()
    else {
      const first = await this.#groups.next()
      yield toLines(first.done === true ? [] : first.value)
      for await (const urls of this.#groups) yield toLines(urls)
    }
  }

  #toStream(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder()
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      try {
        const { done, value } = await this.#groups.next()
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(toLines(value)))
      } catch (error) {
        this.#fault = { error }
        controller.error(error)
      }
    }
    return new ReadableStream({ pull, cancel: () => this.end() })
  }

  /** What the caller's own URLs failed with, which `fetch` would hide behind an error of its own. */
  findFault(): unknown {
    return this.#fault?.error
  }

  end(): void {
    this.#groups.return().catch(() => undefined)
  }
}

const toLines = (urls: readonly string[]): string => urls.map((url) => `${JSON.stringify({ url })}\n`).join('')
