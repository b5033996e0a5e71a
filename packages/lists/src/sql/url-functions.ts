import { createNormalizer, PolicyError, policies, tryNormalize, type PolicyRef } from '@canonist/core'
import { computeKey } from '../bulk/compute-key.ts'
import { readHost } from '../bulk/read-host.ts'

export interface UrlFunctionOptions {
  /** Policies that queries can name, in addition to the built-in ones. */
  readonly policies?: Readonly<Record<string, PolicyRef>> | undefined
  /** The policy for calls that name none (default: `dedupe`). */
  readonly defaultPolicy?: string | undefined
}

/** The result for the URLs of one call; null where one of them is invalid. */
export type UrlWork = (...urls: string[]) => string | boolean | null

/** An SQL function: one or two URLs and, optionally, the name of a policy. */
export interface UrlFunction {
  readonly name: string
  readonly urls: 1 | 2
  readonly returns: 'text' | 'boolean'
  createWork(policy: PolicyRef): UrlWork
}

/** The same functions for every database, which must itself return NULL for NULL. */
export const URL_FUNCTIONS: readonly UrlFunction[] = [
  { name: 'url_normalize', urls: 1, returns: 'text', createWork: createNormalizer },
  { name: 'url_key', urls: 1, returns: 'text', createWork: (policy) => afterNormalizing(policy, computeKey) },
  { name: 'url_host', urls: 1, returns: 'text', createWork: (policy) => afterNormalizing(policy, readHost) },
  { name: 'url_same', urls: 2, returns: 'boolean', createWork: createComparison },
  { name: 'url_error', urls: 1, returns: 'text', createWork: (policy) => (url) => findCode(url, policy) },
]

function afterNormalizing(policy: PolicyRef, read: (url: string) => string): UrlWork {
  const normalizer = createNormalizer(policy)
  return (input) => {
    const url = normalizer(input)
    return url === null ? null : read(url)
  }
}

function createComparison(policy: PolicyRef): UrlWork {
  const normalizer = createNormalizer(policy)
  return (first, second) => {
    const [a, b] = [normalizer(first), normalizer(second)]
    return a === null || b === null ? null : a === b
  }
}

function findCode(url: string, policy: PolicyRef): string | null {
  const outcome = tryNormalize(url, policy)
  return outcome.ok ? null : outcome.code
}

/** Finds the work of a function under a policy by its name; without one, under the default. Throws a PolicyError for an unknown name. */
export type FindWork = (policy?: string) => UrlWork

export function createFindWork({ createWork }: UrlFunction, options: UrlFunctionOptions): FindWork {
  const { defaultPolicy = 'dedupe' } = options
  const works = new Map<string, UrlWork>()
  return (name = defaultPolicy) => {
    const known = works.get(name)
    if (known !== undefined) return known
    const work = createWork(findPolicy(name, options))
    works.set(name, work)
    return work
  }
}

/** Checks the options when the functions are registered, so that a wrong one does not fail in a query. */
export function checkOptions(options: UrlFunctionOptions): void {
  for (const name of Object.keys(options.policies ?? {})) {
    if (Object.hasOwn(policies, name))
      throw new PolicyError(`policies.${name}`, 'is the name of a built-in policy; choose another name')
    createNormalizer(findPolicy(name, options))
  }
  findPolicy(options.defaultPolicy ?? 'dedupe', options)
}

function findPolicy(name: string, { policies: own = {} }: UrlFunctionOptions): PolicyRef {
  const found = (Object.hasOwn(own, name) && own[name]) || (isBuiltIn(name) && policies[name])
  if (found) return found
  const names = [...Object.keys(policies), ...Object.keys(own)].join(', ')
  throw new PolicyError('', `${JSON.stringify(name)} is unknown; use one of ${names}`)
}

function isBuiltIn(name: string): name is keyof typeof policies {
  return Object.hasOwn(policies, name)
}
