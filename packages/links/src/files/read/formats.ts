import type { FileFormat } from './file-format.ts'
import type { ReadOutcome, Wanted } from './found-value.ts'
import { readCsv } from './read-csv.ts'
import { readJson, readJsonLines } from './read-json.ts'
import { readMarkdown, readMdx } from './read-markdown.ts'
import { readYaml } from './read-yaml.ts'

export type { FileFormat } from './file-format.ts'

export const FILE_FORMATS: Readonly<Record<FileFormat, (text: string, wanted: Wanted) => ReadOutcome>> = {
  json: readJson,
  jsonl: readJsonLines,
  yaml: readYaml,
  csv: readCsv,
  markdown: readMarkdown,
  mdx: readMdx,
}

export const ENDINGS: Readonly<Record<string, FileFormat>> = {
  json: 'json',
  jsonc: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  yaml: 'yaml',
  yml: 'yaml',
  csv: 'csv',
  tsv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'mdx',
}

export const isMarkdown = (format: FileFormat): boolean => format === 'markdown' || format === 'mdx'

/** Finds the format by the extension; null for an unknown one. */
export function findFormat(name: string): FileFormat | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return ENDINGS[ending] ?? null
}
