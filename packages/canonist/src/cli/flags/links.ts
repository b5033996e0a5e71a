import type { TypedFlagParameter } from '@stricli/core'
import type { FileFormat } from '../../app/links/read-link-files.ts'
import { text } from './common.ts'
import { networkFlags, type NetworkFlags } from './network.ts'

/** What commands that read the links of files may be told. */
export interface LinkFlags extends Omit<NetworkFlags, 'maxRedirects'> {
  readonly field: readonly string[] | undefined
  readonly policy: string
  readonly entries: readonly string[] | undefined
  readonly as: FileFormat | undefined
  readonly db: string | undefined
  readonly online: boolean
  readonly quiet: boolean
}

type Flags<T> = { readonly [Name in keyof T]: TypedFlagParameter<T[Name]> }

// Five, whoever asks: the limit is part of what a decision means.
const { maxRedirects, ...network } = networkFlags

export const linkFlags = {
  field: {
    kind: 'parsed',
    parse: text,
    variadic: true,
    optional: true,
    placeholder: 'NAME',
    brief: 'The field that holds the URLs: a name, or a path from the root; * and ** are wildcards',
  },
  policy: {
    kind: 'parsed',
    parse: text,
    default: 'sources',
    placeholder: 'NAME|FILE',
    brief: 'The policy file (JSON or YAML) that says which hosts are let in, and all else',
  },
  entries: {
    kind: 'parsed',
    parse: text,
    variadic: true,
    optional: true,
    placeholder: 'NAME',
    brief: 'The list whose items are topics, where a file holds many below its root',
  },
  as: {
    kind: 'enum',
    values: ['json', 'jsonl', 'yaml', 'csv', 'markdown', 'mdx'],
    optional: true,
    brief: 'The format of stdin and of files whose names do not tell it, in folders and patterns, too',
  },
  db: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'FILE|URL',
    brief: 'The registry whose facts and reviewers count: a file, or postgres://…; none counts without it',
  },
  online: { kind: 'boolean', default: false, withNegated: false, brief: 'Ask the network, too, as admit does' },
} as const satisfies Flags<Omit<LinkFlags, keyof NetworkFlags | 'quiet'>>

export const linkNetworkFlags = network

/** The same for all of these commands: short names of flags, and what is named behind them. */
export const linkArguments = {
  aliases: { f: 'field', p: 'policy', q: 'quiet' },
  positional: {
    kind: 'array',
    parameter: {
      parse: text,
      placeholder: 'FILE|FOLDER',
      brief: 'A JSON, YAML, CSV, Markdown or MDX file, a folder of them, a pattern, or -',
    },
  },
} as const
