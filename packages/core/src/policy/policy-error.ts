import { ERRORS, TableError } from '../url/errors.ts'

/** Thrown for an invalid policy: `path` is the place in the file (`sites["boe.es"].query.strip[2]`), the message has the problem and the fix. */
export class PolicyError extends TableError {
  override readonly name = 'PolicyError'
  readonly code = 'policy/unknown'
  readonly path: string

  constructor(path: string, reason: string) {
    super(ERRORS['policy/unknown'], path === '' ? `The policy ${reason}.` : `${path} ${reason}.`)
    this.path = path
  }
}

/** `query.strip[2]`, `sites["boe.es"]`: a key that is not a plain word is quoted. */
export function childPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  if (!/^[$A-Za-z_][\w$]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}
