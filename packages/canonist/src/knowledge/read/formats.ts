import type { ReadOutcome, Wanted } from './found-value.ts'
import { readCsv } from './read-csv.ts'
import { readJson, readJsonLines } from './read-json.ts'
import { readMarkdown } from './read-markdown.ts'
import { readYaml } from './read-yaml.ts'

export type FileFormat = 'json' | 'jsonl' | 'yaml' | 'csv' | 'markdown'

export const FILE_FORMATS: Readonly<Record<FileFormat, (text: string, wanted: Wanted) => ReadOutcome>> = {
  json: readJson,
  jsonl: readJsonLines,
  yaml: readYaml,
  csv: readCsv,
  markdown: readMarkdown,
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
}

/** By the ending of its name; null where that tells nothing. */
export function formatOf(name: string): FileFormat | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return ENDINGS[ending] ?? null
}
