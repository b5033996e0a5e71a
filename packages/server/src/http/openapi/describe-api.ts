import { OPERATIONS } from '../../operations/index.ts'
import type { Operation } from '../../operations/operation.ts'
import { PROBLEM_SCHEMA, SharedResponses } from './describe-errors.ts'
import { describeOperation } from './describe-operation.ts'
import { describePolicy } from './json-schema.ts'
import { OTHER_PATHS } from './other-paths.ts'

/** The OpenAPI document of this service. */
export interface ApiDescription {
  readonly openapi: string
  readonly info: object
  readonly servers: readonly object[]
  readonly security: readonly object[]
  readonly components: Readonly<Record<'schemas' | 'responses' | 'securitySchemes', Readonly<Record<string, object>>>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
}

type Paths = ApiDescription['paths']

/** A path can have methods of both. */
function addPaths(paths: Paths, others: Paths): Paths {
  const shared = Object.entries(others).map(([path, methods]) => [path, { ...paths[path], ...methods }] as const)
  return { ...paths, ...Object.fromEntries(shared) }
}

export function describeApi(version: string): ApiDescription {
  const paths: Record<string, Record<string, object>> = {}
  const shared = new SharedResponses()
  for (const operation of Object.values(OPERATIONS) as Operation[])
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, shared),
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Canonist',
      version,
      description:
        'Find out whether two URLs are the same page, and why. Errors are `application/problem+json`; lists continue with `after`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, {}],
    paths: addPaths(paths, OTHER_PATHS),
    components: {
      schemas: { Problem: PROBLEM_SCHEMA, Policy: describePolicy() },
      responses: shared.all,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of the server, where it has tokens.' },
      },
    },
  }
}
