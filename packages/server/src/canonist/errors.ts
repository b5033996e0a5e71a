import { type ErrorEntry, PolicyError } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** Every way in which an operation can fail that no package below has a code for. */
export const APP_ERRORS = {
  'app/bad-network-option': {
    kind: 'usage',
    retry: false,
    says: 'An option of the network is not valid.',
    fix: 'Correct the option.',
  },
  'app/not-in-registry': {
    kind: 'missing',
    retry: false,
    says: 'The URL is not in the registry.',
    fix: 'Add it to the registry first.',
  },
  'app/not-empty': {
    kind: 'conflict',
    retry: false,
    says: 'The registry already has pages.',
    fix: 'Load the example data into a new database.',
  },
  'app/unsorted-log': {
    kind: 'invalid',
    retry: false,
    says: 'The records of the site are not adjacent.',
    fix: 'Sort the log by site, or turn off the option sorted.',
  },
  'app/unknown-policy': {
    kind: 'missing',
    retry: false,
    says: 'No policy has this name.',
    fix: 'Name a built-in policy, or a policy file by its path.',
  },
  'app/unreadable-policy': {
    kind: 'usage',
    retry: false,
    says: 'The policy file cannot be read.',
    fix: 'Check its path and its permissions.',
  },
  'app/policy-syntax': {
    kind: 'invalid',
    retry: false,
    says: 'The policy file is neither JSON nor YAML, or holds no policy.',
    fix: 'Correct the file at the place that is named.',
  },
  'app/policy-extends': {
    kind: 'invalid',
    retry: false,
    says: 'The policy extends something that it cannot extend.',
    fix: 'Extend a built-in policy, or a file written as ./other.yaml.',
  },
  'app/bad-policy': {
    kind: 'invalid',
    retry: false,
    says: 'A field of the policy is not valid.',
    fix: 'Correct the field that is named.',
  },
  'app/bad-policy-list': {
    kind: 'invalid',
    retry: false,
    says: 'The list is not in the format that you named.',
    fix: 'Check the list and its format.',
  },
  'app/no-policy-host': {
    kind: 'usage',
    retry: false,
    says: 'A robots.txt is for one host, and none is named.',
    fix: 'Name the host.',
  },
  'app/nothing-to-resume': {
    kind: 'usage',
    retry: false,
    says: 'No move of keys was interrupted.',
    fix: 'Name the policy to move the keys to.',
  },
  'app/bad-priority': {
    kind: 'usage',
    retry: false,
    says: 'This is not a priority.',
    fix: 'Write P0 (daily), P1 (weekly), P2 (monthly) or policy.',
  },
  'app/cannot-listen': {
    kind: 'unavailable',
    retry: false,
    says: 'The metrics port cannot be opened.',
    fix: 'Name another port or address.',
  },
  'app/no-filter': {
    kind: 'usage',
    retry: false,
    says: 'Without a filter, this would affect every URL of the queue.',
    fix: 'Name the URLs: pass a state, a reason, a host, or the URLs themselves.',
  },
  'app/not-found': {
    kind: 'missing',
    retry: false,
    says: 'Nothing has this id or URL.',
    fix: 'Check the id or the URL.',
  },
  'app/bad-input': {
    kind: 'invalid',
    retry: false,
    says: 'The input of the operation is not valid.',
    fix: 'Correct the fields that are named.',
  },
} as const satisfies Record<string, ErrorEntry>

export type AppErrorCode = keyof typeof APP_ERRORS

export interface AppErrorOptions extends CodedErrorOptions {
  /** Replaces the whole message, where more is known than the table says. */
  readonly message?: string | undefined
}

/** An operation failed. Interfaces that have words of their own make their message of `code`, `thing` and `detail`. */
export class AppError extends CodedError<AppErrorCode> {
  override readonly name = 'AppError'
  readonly thing: string | undefined
  readonly detail: string | undefined

  constructor(code: AppErrorCode, { message, ...options }: AppErrorOptions = {}) {
    super(APP_ERRORS, code, options)
    if (message !== undefined) this.message = message
    this.thing = options.thing
    this.detail = options.detail
  }
}

/** Names the file where `make` finds a fault in its policy. */
export function namePolicyFile<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw toBadPolicy(file, error)
  }
}

/** What is thrown instead where a policy has a fault; any other error stays as it is. */
export function toBadPolicy(file: string, error: unknown): unknown {
  if (!(error instanceof PolicyError)) return error
  return new AppError('app/bad-policy', { thing: file, message: `${file}: ${error.message}`, cause: error })
}
