import { InputError, parseInput, type Operation } from '../operations/operation.ts'
import type { ApiContext } from './api-env.ts'
import { readJsonBody, type Fields } from './read-body.ts'

/** The input of an operation, from the path, the query and the body; its schema is checked by whoever runs it. */
export async function readInput(c: ApiContext, operation: Operation, maxBytes: number): Promise<Fields> {
  const [path, query] = [c.req.param() as Fields, readQuery(c)]
  if (operation.method !== 'POST') return join(query, path, 'the query')
  const defaults = readDefaults(operation, query)
  const body = join(await readJsonBody(c.env.incoming, maxBytes), path, 'the body')
  // A copy of a large body takes seconds.
  return Object.keys(defaults).length === 0 ? body : { ...defaults, ...body }
}

/** What the query says beside a body: OpenAPI cannot limit a parameter to bodies of lines, which have it there alone. */
function readDefaults({ lines }: Operation, query: Fields): Fields {
  if (lines !== undefined) return parseInput(lines.input, query) as Fields
  rejectQuery(query)
  return {}
}

/** The parameters of the query, each of which may be given once. */
export function readQuery(c: ApiContext): Fields {
  const all = Object.entries(c.req.queries())
  const repeated = all.filter(([, values]) => values.length > 1)
  if (repeated.length > 0)
    throw new InputError(repeated.map(([path]) => ({ path, message: 'Given more than once. Give it once.' })))
  return Object.fromEntries(all.map(([name, [value]]) => [name, value]))
}

function rejectQuery(query: Fields): void {
  const names = Object.keys(query)
  if (names.length > 0)
    throw new InputError(
      names.map((path) => ({ path, message: 'The operation takes no parameters in the query. Put it into the body.' })),
    )
}

/** A field of the path has one place, so that what is logged and permitted is what is done. */
function join(fields: Fields, path: Fields, where: string): Fields {
  const twice = Object.keys(path).filter((name) => Object.hasOwn(fields, name))
  if (twice.length > 0)
    throw new InputError(twice.map((name) => ({ path: name, message: `It is in the path. Remove it from ${where}.` })))
  // A copy of a large body takes seconds.
  return Object.keys(path).length === 0 ? fields : { ...fields, ...path }
}
