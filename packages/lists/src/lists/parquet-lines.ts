import type { Input } from '../io/input.ts'
import type { KeptFile } from '../io/keep-input.ts'
import { findUrlColumn } from '../parquet/find-leaf.ts'
import { createJsonLines } from '../parquet/json-lines.ts'
import type { ParquetFile } from '../parquet/open-parquet.ts'
import { withParquet } from '../parquet/open-input.ts'

/** Parquet files as lists of JSON lines. */
export interface ParquetLines {
  readonly inputs: readonly Input[]
  /** The path to the URL. */
  readonly column: string
  /** All columns of all files that are read. */
  readonly names: readonly string[]
}

/** @param urlsOnly whether no other column is read */
export async function openParquetLines(
  files: readonly KeptFile[],
  column: string,
  urlsOnly: boolean,
): Promise<ParquetLines> {
  const names = new Set<string>()
  const paths = new Set<string>()
  for (const file of files) {
    await withParquet(file, (parquet) => {
      const { leaf, jsonPath } = findUrlColumn(parquet, column)
      paths.add([...leaf.path, ...(jsonPath ?? [])].join('.'))
      for (const { element } of chooseColumns(parquet, column, urlsOnly)) names.add(element.name)
      return Promise.resolve()
    })
  }
  const [path = column] = paths
  return {
    inputs: files.map((file) => createInput(file, column, urlsOnly)),
    column: path,
    names: [...names],
  }
}

function chooseColumns(parquet: ParquetFile, column: string, urlsOnly: boolean): ParquetFile['root']['children'] {
  if (!urlsOnly) return parquet.root.children
  return findUrlColumn(parquet, column).leaf.nodes.slice(1, 2)
}

function createInput(file: KeptFile, column: string, urlsOnly: boolean): Input {
  const read: Input['read'] = (use) =>
    withParquet(file, (parquet) => {
      const { leaf } = findUrlColumn(parquet, column)
      return use(createJsonLines(parquet, chooseColumns(parquet, column, urlsOnly), leaf))
    })
  const { name, size } = file
  return {
    name,
    size,
    isRepeatable: true,
    path: null,
    read,
    readBinary: (use) => read((source) => use(source, NONE)),
    readRaw: read,
  }
}

const NONE = new Uint8Array()
