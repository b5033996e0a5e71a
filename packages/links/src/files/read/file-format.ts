export type FileFormat = 'json' | 'jsonl' | 'yaml' | 'csv' | 'markdown' | 'mdx'
