import type { Value } from './database.ts'

/** Collects the values of a statement that is assembled from several pieces of SQL. */
export class SqlValues {
  readonly #values: Value[]

  /** @param values values that the pieces already refer to, from `$1` on */
  constructor(values: readonly Value[] = []) {
    this.#values = [...values]
  }

  /** Adds a value and returns its placeholder, such as `$3`. */
  put(value: Value): string {
    return `$${this.#values.push(value)}`
  }

  get list(): readonly Value[] {
    return this.#values
  }
}

/** Collects the conditions of a statement together with their values. */
export class Where extends SqlValues {
  readonly #conditions: string[] = []

  and(condition: string): this {
    this.#conditions.push(condition)
    return this
  }

  /** All conditions joined by `and`, or `true` if there are none. */
  get sql(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' and ')
  }
}
