import { CanonistError, createClientError, type InputFault } from './errors.ts'
import { RETRIED_CODES } from './requests.ts'

/** Makes an error of a response that is not a success. */
export async function readProblem(response: Response, url: string): Promise<CanonistError> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? undefined
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    return createClientError('client/redirected', url, { status, requestId })
  }
  const problem = await readBody(response)
  const retryAfterMs = readRetryAfter(headers.get('retry-after'))
  if (problem === null) return createForeignError({ url, status, requestId, retryAfterMs })
  const { code, detail, fix, errors } = problem
  const retry = RETRIED_CODES.includes(code)
  return new CanonistError(code, { status, detail, fix, errors, retry, requestId, retryAfterMs })
}

interface Problem {
  readonly code: string
  readonly detail: string
  readonly fix: string
  readonly errors?: readonly InputFault[]
}

/** Null if it is not a problem of our server. */
async function readBody(response: Response): Promise<Problem | null> {
  const text = await response.text().catch(() => '')
  if (!/^application\/problem\+json\b/.test(response.headers.get('content-type') ?? '')) return null
  try {
    const { code, detail, fix, errors } = JSON.parse(text) as Partial<Problem>
    return code === undefined || detail === undefined || fix === undefined
      ? null
      : { code, detail, fix, ...(errors === undefined ? {} : { errors }) }
  } catch {
    return null
  }
}

/** A proxy answers so while it cannot reach the server. */
const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504]

function createForeignError({
  url,
  status,
  requestId,
  retryAfterMs,
}: {
  readonly url: string
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
}): CanonistError {
  const { code, detail, fix } = createClientError('client/bad-response', url)
  const retry = PASSING_STATUSES.includes(status)
  return new CanonistError(code, {
    status,
    detail: `${detail} (status ${status})`,
    fix,
    retry,
    requestId,
    retryAfterMs,
  })
}

/** Seconds, or a date. */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
