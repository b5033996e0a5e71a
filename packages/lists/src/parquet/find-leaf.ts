import { readColumnNumber } from '../io/column.ts'
import { IoError } from '../io/errors.ts'
import { createMissingColumnError } from '../io/missing-column.ts'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
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

function createNoColumnError({ file, leaves }: ParquetFile, column: string, name: string): IoError {
  const within = leaves.filter((leaf) => toName(leaf).startsWith(`${name}.`))
  const shown = within.length > 0 ? within : leaves
  const usable = shown.filter((leaf) => findFault(leaf) === null)
  const fault = within[0] === undefined || usable.length > 0 ? null : findFault(within[0])
  if (fault !== null) return createColumnError(file.name, column, fault)
  return createMissingColumnError(file.name, column, shown.map(toName), usable.map(toName))
}

function checkText({ file }: ParquetFile, leaf: Leaf): void {
  const fault = findFault(leaf)
  if (fault !== null) throw createColumnError(file.name, toName(leaf), fault)
}

/** Why a column cannot hold the URLs. */
interface ColumnFault {
  readonly says: string
  readonly fix?: string
}

function findFault(leaf: Leaf): ColumnFault | null {
  if (leaf.maxRepetition > 0) return { says: 'holds lists', fix: 'Unnest it first, for example with DuckDB.' }
  return leaf.physical.type === 'BYTE_ARRAY' ? null : { says: `is ${describeType(leaf)}, not text` }
}

function createColumnError(name: string, column: string, { says, fix }: ColumnFault): IoError {
  return new IoError('io/not-urls', { thing: name, says: `Its column ${quoteEmpty(column)} ${says}.`, fix })
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
