/**
 * `@canonist/client`: the typed client of a Canonist server, for Node and browsers, without dependencies.
 *
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:4480/' })
 * const { items } = await client.normalize({ urls: ['https://example.com/?utm_source=x'] })
 */
export { createClient } from './create-client.ts'
export { CanonistError, CLIENT_ERRORS } from './errors.ts'
export type { Client, LoginOutput, UploadInput, UploadOutput } from './client.ts'
export type { ClientErrorCode, ErrorCode, InputFault } from './errors.ts'
export type { EventData, ListenInput, ServerEvent } from './events.ts'
export type {
  CallOptions,
  LineMethod,
  ListMethod,
  Method,
  NoInput,
  OptionalListMethod,
  OptionalMethod,
  Part,
  ReportMethod,
  Urls,
} from './methods.ts'
export type * from './operation-types.ts'
export type { RetryOptions } from './retry.ts'
export type { ClientOptions } from './sender.ts'
