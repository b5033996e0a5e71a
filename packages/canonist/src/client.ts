/** `canonist/client`: a client of `canonist serve` for Node and browsers, without dependencies. */
export { createClient } from './client/create-client.ts'
export { CanonistError, CLIENT_ERRORS } from './client/errors.ts'
export type { Client, LoginOutput, UploadInput, UploadOutput } from './client/client.ts'
export type { ClientErrorCode, ErrorCode, InputFault } from './client/errors.ts'
export type { EventData, ListenInput, ServerEvent } from './client/events.ts'
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
} from './client/methods.ts'
export type * from './client/operation-types.ts'
export type { RetryOptions } from './client/retry.ts'
export type { ClientOptions } from './client/sender.ts'
