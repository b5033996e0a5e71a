import { readColumnNumber } from '../io/column.ts'
import { createMissingColumnError } from '../io/missing-column.ts'
import { createUnsupportedError } from './errors.ts'
import type { Leaf } from './leaves.ts'
import type { ParquetFile } from './open-parquet.ts'

/** The column of text that a user names: by its name, by the number of its top-level column, or by a path such as `link.href`. */
export function findTextLeaf({ file, root, leaves }: ParquetFile, column: string): Leaf {
  const names = root.children.map(({ element }) => element.name)
  const place = readColumnNumber(column)
  const name = names.includes(column) || place === null ? column : (names[place] ?? column)
  const leaf = leaves.find(({ path }) => path.join('.') === name)
  if (leaf === undefined) {
    const within = leaves.filter(({ path }) => path.join('.').startsWith(`${name}.`))
    throw createMissingColumnError(file.name, column, within.length > 0 ? within.map(toName) : leaves.map(toName))
  }
  if (leaf.maxRepetition > 0)
    throw createUnsupportedError(
      file.name,
      `Its column ${toName(leaf)} holds lists.`,
      'Unnest it first, for example with DuckDB.',
    )
  if (leaf.physical.type !== 'BYTE_ARRAY')
    throw createUnsupportedError(
      file.name,
      `Its column ${toName(leaf)} is ${describeType(leaf)}, not text.`,
      'Name a column of text with --column.',
    )
  return leaf
}

const toName = ({ path }: Leaf): string => path.join('.')

function describeType({ nodes, physical }: Leaf): string {
  const element = nodes.at(-1)?.element
  return element?.logical_type?.type ?? element?.converted_type ?? physical.type
}
