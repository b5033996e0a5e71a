/**
 * `@canonist/server`: everything on one database, as operations; over HTTP, with a dashboard, and as tools for assistants.
 *
 * @example
 * const canonist = await openCanonist('canonist.db')
 * const server = await serveApi(canonist, { owner: 'ada', log: createLogger('info') })
 * console.log(server.url)
 */
export { openCanonist, type Canonist, type CanonistOptions } from './canonist/open-canonist.ts'
export { APP_ERRORS, AppError, type AppErrorCode } from './canonist/errors.ts'
export type { NetworkOptions } from './fetching/open-fetcher.ts'
export { OPERATIONS, type OperationName } from './operations/index.ts'
export { OPERATION_ERRORS, type OperationErrorCode } from './operations/errors.ts'
export {
  InputError,
  runOperation,
  type CallerRole,
  type Effect,
  type InputFault,
  type LinesForm,
  type Operation,
  type OperationContext,
  type Role,
} from './operations/operation.ts'
export { API_ERRORS, ApiError, type ApiErrorCode } from './http/errors.ts'
export { createLogger, LOG_LEVELS, type Logger, type LogLevel } from './http/log.ts'
export { serveApi, type ApiServer, type ServeOptions } from './http/serve-api.ts'
export { serveStdio, type StdioEnd, type StdioOptions } from './mcp/serve-stdio.ts'
export { TOOLS, type Tool } from './mcp/tools.ts'
