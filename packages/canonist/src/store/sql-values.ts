import type { Value } from './database.ts'

/** The values of a statement that is put together from pieces. */
export class SqlValues {
  readonly #values: Value[]

  /** @param values those that pieces speak of already, from `$1` on */
  constructor(values: readonly Value[] = []) {
    this.#values = [...values]
  }

  /** The place of a value in the statement. */
  put(value: Value): string {
    return `$${this.#values.push(value)}`
  }

  get list(): readonly Value[] {
    return this.#values
  }
}

/** Conditions of a statement, with the values that they speak of. */
export class Where extends SqlValues {
  readonly #conditions: string[] = []

  and(condition: string): this {
    this.#conditions.push(condition)
    return this
  }

  /** All conditions; `true` where there is none. */
  get sql(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' and ')
  }
}
