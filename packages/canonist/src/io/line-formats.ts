/** How a file stores records: a URL on each line, a JSON object on each line, or a table. */
export type Format = 'text' | 'jsonl' | 'csv' | 'tsv'

export const FORMATS: readonly Format[] = ['text', 'jsonl', 'csv', 'tsv']
