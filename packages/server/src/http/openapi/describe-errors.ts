import type { ErrorEntry } from '@canonist/core'
import { COMMON_ERRORS, OPERATION_ERRORS } from '../../operations/errors.ts'
import type { Operation } from '../../operations/operation.ts'
import { toHttpStatus } from '@canonist/core/internal/text/coded-error'
import { API_ERRORS, ApiError, type ApiErrorCode } from '../errors.ts'
import { PROBLEM_TYPE } from '../problem.ts'

/** Errors of the service that every operation can have. */
const COMMON_CODES: readonly ApiErrorCode[] = [
  'api/malformed-request',
  'api/slow-headers',
  'api/headers-too-large',
  'api/no-token',
  'api/unknown-token',
  'api/token-expired',
  'api/token-revoked',
  'api/weak-token',
  'api/foreign-host',
  'api/too-many-requests',
  'api/timeout',
  'api/stopping',
  'api/interrupted',
  'api/defect',
]
const BODY_CODES: readonly ApiErrorCode[] = [
  'api/foreign-origin',
  'api/body-too-large',
  'api/wrong-media-type',
  'api/invalid-json',
]

/** The codes that an operation can fail with, by HTTP status. */
export function groupErrorsByStatus({
  method,
  effect,
  worksReadOnly = false,
  errors = [],
}: Operation): Map<number, Map<string, ErrorEntry>> {
  const codesByEffect: Readonly<Record<Operation['effect'], readonly ApiErrorCode[]>> = {
    reads: [],
    writes: ['read_only'],
    fetches: ['read_only', 'api/no-network', 'api/too-many-fetches'],
  }
  const codesByMethod: Readonly<Record<Operation['method'], readonly ApiErrorCode[]>> = {
    GET: [],
    POST: BODY_CODES,
    DELETE: ['api/foreign-origin'],
  }
  const codes = [...COMMON_CODES, ...codesByMethod[method], ...(worksReadOnly ? [] : codesByEffect[effect])]
  const all: [string, number, ErrorEntry][] = [
    ...codes.map((code): [string, number, ErrorEntry] => [code, new ApiError(code).status, API_ERRORS[code]]),
    ...[...COMMON_ERRORS, ...errors].map((code): [string, number, ErrorEntry] => {
      const entry = OPERATION_ERRORS[code]
      return [code, toHttpStatus(entry.kind), entry]
    }),
  ]
  const byStatus = new Map<number, Map<string, ErrorEntry>>()
  for (const [code, status, entry] of all)
    byStatus.set(status, (byStatus.get(status) ?? new Map<string, ErrorEntry>()).set(code, entry))
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
}

/** Responses that many operations share, each described once. */
export class SharedResponses {
  readonly #names = new Map<string, string>()
  readonly #responses: Record<string, object> = {}

  /** Points at a response, which is described where it is new. */
  refer(status: string, response: object): object {
    const text = JSON.stringify([status, response])
    const name =
      this.#names.get(text) ?? `Problem${status}${'abcdefghijklmnopqrstuvwxyz'[this.#countResponses(status)] ?? ''}`
    this.#names.set(text, name)
    this.#responses[name] = response
    return { $ref: `#/components/responses/${name}` }
  }

  #countResponses(status: string): number {
    return Object.keys(this.#responses).filter((name) => name.startsWith(`Problem${status}`)).length
  }

  get all(): Readonly<Record<string, object>> {
    return this.#responses
  }
}

/** The errors of an operation as responses of OpenAPI: one for each status, with its codes. */
export function describeErrorResponses(operation: Operation, shared: SharedResponses): Record<string, object> {
  return Object.fromEntries(
    Array.from(groupErrorsByStatus(operation), ([status, codes]) => {
      const description = [...codes].map(([code, { says }]) => `\`${code}\`: ${says}`).join('\n')
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { status: { const: status }, code: { enum: [...codes.keys()] } } },
        ],
      }
      const headers = status === 429 || status === 503 ? RETRY_AFTER : {}
      const response = { description, headers, content: { [PROBLEM_TYPE]: { schema } } }
      return [String(status), shared.refer(String(status), response)]
    }),
  )
}

export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'An error, as RFC 9457 has it.',
  required: ['type', 'title', 'status', 'code', 'detail', 'fix'],
  properties: {
    type: { type: 'string', description: 'A URI that names the code' },
    title: { type: 'string', description: 'The problem' },
    status: { type: 'integer', description: 'The status of the response' },
    code: { type: 'string', description: 'For programs; never changes its meaning' },
    detail: { type: 'string', description: 'The problem, with what it is about' },
    fix: { type: 'string', description: 'What to do about it' },
    errors: {
      type: 'array',
      description: 'The fields of the input that are not valid',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: '`urls[3]`; empty for the input as a whole' },
          message: { type: 'string' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}
