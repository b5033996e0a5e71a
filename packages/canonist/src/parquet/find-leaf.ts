import { readColumnNumber } from '../io/column.ts'
import { createMissingColumnError } from '../io/missing-column.ts'
import { createUnsupportedError } from './errors.ts'
import type { Leaf } from './leaves.ts'
import type { ParquetFile } from './open-parquet.ts'

/** Where the URLs of a file are. */
export interface UrlColumn {
  readonly leaf: Leaf
  /** In a column of JSON, the path to the URL within a value; null in a column of text. */
  readonly jsonPath: readonly string[] | null
}

/** The column that a user names: by its name, by the number of its top-level column, or by a path such as `link.href`, which may lead into JSON. */
export function findUrlColumn(parquet: ParquetFile, column: string): UrlColumn {
  const { root, leaves } = parquet
  const names = root.children.map(({ element }) => element.name)
  const place = readColumnNumber(column)
  const name = names.includes(column) || place === null ? column : (names[place] ?? column)
  const leaf = leaves.find((each) => toName(each) === name)
  const around = leaf ?? leaves.find((each) => isJson(each) && name.startsWith(`${toName(each)}.`))
  if (around === undefined) throw createNoColumnError(parquet, column, name)
  checkText(parquet, around)
  const within = name.slice(toName(around).length + 1)
  return { leaf: around, jsonPath: isJson(around) ? (leaf === undefined ? within.split('.') : []) : null }
}

function createNoColumnError({ file, leaves }: ParquetFile, column: string, name: string): Error {
  const within = leaves.filter((leaf) => toName(leaf).startsWith(`${name}.`))
  return createMissingColumnError(file.name, column, (within.length > 0 ? within : leaves).map(toName))
}

function checkText({ file }: ParquetFile, leaf: Leaf): void {
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
}

function isJson({ nodes }: Leaf): boolean {
  const element = nodes.at(-1)?.element
  return element?.converted_type === 'JSON' || element?.logical_type?.type === 'JSON'
}

const toName = ({ path }: Leaf): string => path.join('.')

function describeType({ nodes, physical }: Leaf): string {
  const element = nodes.at(-1)?.element
  return element?.logical_type?.type ?? element?.converted_type ?? physical.type
}
