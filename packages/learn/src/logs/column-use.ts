import { chooseNames, type RecordField } from './record-fields.ts'

/** Which columns or members of a log were read, and which were not. */
export interface ColumnUse {
  readonly used: readonly (readonly [name: string, field: RecordField])[]
  readonly unused: readonly string[]
}

export function computeColumnUse(names: readonly string[]): ColumnUse {
  const chosen = chooseNames(names)
  const read = new Set(chosen.values())
  return {
    used: [...chosen].map(([field, name]) => [name, field] as const),
    unused: names.filter((name) => name !== '' && !read.has(name)),
  }
}
