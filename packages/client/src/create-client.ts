import { buildRequest, JSON_BODY, readJson, readText } from './build-request.ts'
import type { Client, LoginOutput } from './client.ts'
import { listen } from './events.ts'
import type { CallOptions, Part, Urls } from './methods.ts'
import type { Fields, OperationRequest } from './operation-request.ts'
import { REQUESTS } from './requests.ts'
import type { Operations } from './operation-types.ts'
import type { Repeats } from './retry.ts'
import { Sender, type ClientOptions, type Outgoing } from './sender.ts'
import { streamItems, streamReport } from './stream-lines.ts'
import { upload } from './upload.ts'

/**
 * A client of a Canonist server. It holds no connection and needs no closing.
 *
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:4480/' })
 * const { items } = await client.normalize({ urls: ['https://Example.com/?utm_source=x'] })
 * for await (const page of client.listPages.all({ host: 'example.com' })) console.log(page.canonicalUrl)
 */
export function createClient(options: ClientOptions): Client {
  const sender = new Sender(options)
  const operations = Object.entries(REQUESTS).map(([name, request]) => [name, createMethod(sender, request)])
  return { ...(Object.fromEntries(operations) as Client), ...createOthers(sender) }
}

type AnyMethod = (input?: Fields, options?: CallOptions) => Promise<unknown>

/** The method of an operation, with the forms that it has besides. */
function createMethod(sender: Sender, request: OperationRequest): AnyMethod {
  const call: AnyMethod = async (input = {}, options = {}) =>
    sender.send({ ...buildRequest(request, input), ...options }, readJson)
  if (request.isList === true) return Object.assign(call, { all: createReader(call) })
  if (request.lines === undefined) return call
  const stream = request.lines === 'items' ? streamItems : streamReport
  return Object.assign(call, {
    stream: (urls: Urls, input: Fields = {}, { signal }: CallOptions = {}) =>
      stream(sender, request, { urls, input, signal }),
  })
}

function createReader(call: AnyMethod) {
  return async function* all(input: Fields = {}, options?: CallOptions): AsyncGenerator<unknown, void, void> {
    for (let after = input['after']; after !== null;) {
      const { items, next } = (await call({ ...input, after }, options)) as Part<unknown>
      yield* items
      after = next
    }
  }
}

/** What the server answers besides operations. */
function createOthers(sender: Sender): Omit<Client, keyof Operations> {
  const get =
    <T>(path: string, read: (response: Response) => Promise<T>, repeats: Repeats = 'always') =>
    (options?: CallOptions): Promise<T> =>
      sender.send({ method: 'GET', path, repeats, ...options }, read)
  return {
    upload: (input, options) => upload(sender, input, options),
    listenToEvents: (input = {}, options = {}) => listen(sender, input, options),
    login: async (input, options) =>
      (await sender.send({ ...toPost(SESSION, input), ...options }, readJson)) as LoginOutput,
    logout: async (options) =>
      void (await sender.send({ method: 'DELETE', path: SESSION, repeats: 'always', ...options }, readText)),
    mcp: (message, options) => sender.send({ ...toPost('/mcp', message, MCP), ...options }, readJson),
    // A health check must report the state of this moment, so it is never retried.
    getHealth: get('/healthz', readText, 'never'),
    getReadiness: get('/readyz', readText, 'never'),
    getMetrics: get('/metrics', readText),
    getDescription: get('/openapi.json', readJson as (response: Response) => Promise<Fields>),
    getDocs: get('/docs', readText),
  }
}

const SESSION = '/api/v1/session'

/** Both are wanted by the protocol; the server answers with the first. */
const MCP = { accept: 'application/json, text/event-stream' }

function toPost(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Outgoing {
  return { method: 'POST', path, headers: { ...JSON_BODY, ...headers }, body: JSON.stringify(body), repeats: 'unbegun' }
}
