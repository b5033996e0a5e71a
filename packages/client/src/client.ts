import type { ListenInput, ServerEvent } from './events.ts'
import type { CallOptions } from './methods.ts'
import type { Operations } from './operation-types.ts'

/** A file for runs. */
export interface UploadInput {
  readonly name: string
  /** A `File` or `Blob` in browsers; in Node also what `createReadStream` returns. */
  readonly body: Blob | Uint8Array | ArrayBuffer | string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>
}

export interface UploadOutput {
  /** For `options.upload` of a run. */
  readonly id: number
  readonly name: string
  readonly bytes: number
}

export interface LoginOutput {
  /** Of the token. */
  readonly name: string
  readonly role: 'read' | 'write' | 'admin'
}

/** One method for everything that the server answers. */
export interface Client extends Operations {
  /** Upload a file for runs, which name it in `options.upload`. `POST /api/v1/uploads`, role write. */
  upload(input: UploadInput, options?: CallOptions): Promise<UploadOutput>
  /** Listen to the progress of runs, to counts and to new reviews, until you stop or abort. `GET /api/v1/events`, role read. */
  listenToEvents(input?: ListenInput, options?: CallOptions): AsyncGenerator<ServerEvent, void, void>
  /** Exchange a token for a cookie, for browsers. `POST /api/v1/session`. */
  login(input: { readonly token: string }, options?: CallOptions): Promise<LoginOutput>
  /** End the session of the cookie, and remove the cookie. `DELETE /api/v1/session`. */
  logout(options?: CallOptions): Promise<void>
  /** Send a message of JSON-RPC to the tools for assistants. `POST /mcp`, role read. */
  mcp(message: object, options?: CallOptions): Promise<unknown>
  /** Returns `ok` if the process answers. `GET /healthz`. */
  getHealth(options?: CallOptions): Promise<string>
  /** Returns `ok` if the database answers and has the schema of this version. `GET /readyz`. */
  getReadiness(options?: CallOptions): Promise<string>
  /** Get metrics of the service, the queue and the registry, in the text format of Prometheus. `GET /metrics`, role read. */
  getMetrics(options?: CallOptions): Promise<string>
  /** Get the OpenAPI document. `GET /openapi.json`. */
  getDescription(options?: CallOptions): Promise<Readonly<Record<string, unknown>>>
  /** Get the page that shows the OpenAPI document. `GET /docs`. */
  getDocs(options?: CallOptions): Promise<string>
}
