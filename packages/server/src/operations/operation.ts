import { z } from 'zod'
import { AppError } from '../canonist/errors.ts'
import type { NetworkOptions } from '../fetching/open-fetcher.ts'
import type { Input as LineInput } from '@canonist/lists/internal/io/input'
import type { Canonist } from '../canonist/open-canonist.ts'
import type { Runner } from '../runs/runner.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { shortenName } from '@canonist/core/internal/text/shorten-name'
import { describeIssue, describeUnknownField } from './describe-issue.ts'
import type { OperationErrorCode } from './errors.ts'
import { MAX_FAULTS } from './schemas.ts'

/** The least that a caller must be allowed to do. */
export type Role = 'none' | 'read' | 'write' | 'admin'

/** What a caller is allowed to do. */
export type CallerRole = Exclude<Role, 'none'>

/** `writes` changes the database; `fetches` sends requests, and may write what they show. */
export type Effect = 'reads' | 'writes' | 'fetches'

export interface OperationContext {
  /** Ends the operation at its next step. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number) => void) | undefined
  /** How requests are sent by operations that fetch. */
  readonly network?: NetworkOptions | undefined
  /** The name of the caller's token, or of the user at the terminal. */
  readonly actor: string
  /** What the caller may do; without it, everything. */
  readonly role?: CallerRole | undefined
  /** Executes runs; only a server has one. */
  readonly runner?: Runner | undefined
  /** The logins of the dashboard; only a server has them. */
  readonly sessions?: SessionStore | undefined
  /** The number of the caller's session; null for a token. */
  readonly session?: number | null | undefined
  /** How the server was started; only a server has it. */
  readonly server?: (() => ServerSettings) | undefined
}

export interface ServerSettings {
  readonly isReadOnly: boolean
  readonly allowsNetwork: boolean
  /** Null where no token is needed. */
  readonly tokens: readonly { readonly name: string; readonly role: CallerRole }[] | null
}

/**
 * One thing that every interface can do. The HTTP API, its description, the MCP tools and the client are made of these, so an
 * operation knows neither requests nor terminals: its input is one object, whether that came in a path, a query or a body.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** As a method of the client: a verb in camel case. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path parameters are written in braces and are fields of the input. */
  readonly path: string
  /** One sentence in the imperative. */
  readonly summary: string
  readonly role: Role
  readonly effect: Effect
  readonly input: Input
  readonly output: Output
  /** What it fails with, besides `COMMON_ERRORS`. */
  readonly errors?: readonly OperationErrorCode[]
  /** Inputs for the documentation; each is valid. */
  readonly examples: readonly z.input<Input>[]
  readonly run: (app: Canonist, input: z.output<Input>, context: OperationContext) => Promise<z.input<Output>>
  /** Set where it makes something new, of which the output tells. */
  readonly creates?: boolean
  /** Set where a second call changes nothing more and answers the same; what only reads always is so. */
  readonly isRepeatable?: boolean
  /** Set where it changes the server, not the registry: a server that only reads does it, too. */
  readonly worksReadOnly?: boolean
  /** Set where stopping halfway would waste what is written: interfaces that limit the time of a call do not limit this one. */
  readonly takesLong?: boolean
  /** The same for any number of URLs. */
  readonly lines?: LinesForm<Output>
}

/** The form of an operation that takes JSON lines, each an object with a `url`. */
export interface LinesForm<Output extends z.ZodType = z.ZodType> {
  /** Everything but the URLs. */
  readonly input: z.ZodType
  /** What each line becomes; null where all lines together have the output of the operation. */
  readonly item: z.ZodType | null
  /** Writes an item as JSON in ASCII; for items that can be written faster than any value. */
  format?(item: unknown): string
  // A method, so that a form whose input is known can stand where any form is taken.
  run(
    app: Canonist,
    lines: LineInput,
    input: unknown,
    context: OperationContext,
  ): AsyncIterable<readonly unknown[]> | Promise<z.input<Output>>
}

/** Keeps the types of one operation together. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation
}

export interface InputFault {
  /** `urls[3]`; empty for the input as a whole. */
  readonly path: string
  readonly message: string
}

/** The input of an operation does not have its schema. */
export class InputError extends AppError {
  readonly errors: readonly InputFault[]

  constructor(errors: readonly InputFault[]) {
    super('app/bad-input', { detail: errors.slice(0, 1).map(describeFault).join('') })
    this.errors = errors
  }
}

const describeFault = ({ path, message }: InputFault): string => (path === '' ? message : `${path}: ${message}`)

/** Checks the input, and does what the operation does. */
export async function runOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  app: Canonist,
  input: unknown,
  context: OperationContext,
): Promise<z.input<Output>> {
  return operation.run(app, parseInput(operation.input, input), context)
}

/** The input as its schema has it; throws where it is not valid. */
export function parseInput<Input extends z.ZodType>(schema: Input, input: unknown): z.output<Input> {
  const parsed = schema.safeParse(input, { error: describeIssue })
  if (parsed.success) return parsed.data
  throw new InputError(parsed.error.issues.slice(0, MAX_FAULTS).flatMap((issue) => toFaults(issue, schema)))
}

/** A field that the schema does not have is named by its own path, not by that of the object around it. */
function toFaults(issue: z.core.$ZodIssue, schema: z.ZodType): InputFault[] {
  const { path, message } = issue
  if (issue.code !== 'unrecognized_keys') return [{ path: formatPath(path), message }]
  const known = path.length === 0 && schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return issue.keys
    .slice(0, MAX_FAULTS)
    .map((key) => ({ path: formatPath([...path, key]), message: describeUnknownField(key, known) }))
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${shortenName(String(key))}`))
    .join('')
    .replace(/^\./, '')
}
