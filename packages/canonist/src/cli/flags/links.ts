import { createSwitch, type quietFlag } from './common.ts'
import type { FlagDescriptions, FlagsOf } from './flags-of.ts'
import type { admissionNetworkFlags } from './network.ts'
import { text } from './values.ts'

/** The flags of commands that read the links of files. */
export const linkFlags = {
  field: {
    kind: 'parsed',
    parse: text,
    variadic: true,
    optional: true,
    placeholder: 'name',
    brief: 'Field that holds the URLs: a name, or a path from the root with * and ** as wildcards; may be repeated',
  },
  policy: {
    kind: 'parsed',
    parse: text,
    default: 'sources',
    placeholder: 'name|file',
    brief: 'Built-in policy, or a policy file (JSON or YAML)',
  },
  entries: {
    kind: 'parsed',
    parse: text,
    variadic: true,
    optional: true,
    placeholder: 'name',
    brief: 'List whose items are topics, if a file holds several; may be repeated',
  },
  as: {
    kind: 'enum',
    values: ['json', 'jsonl', 'yaml', 'csv', 'markdown', 'mdx'],
    optional: true,
    placeholder: 'format',
    brief: 'Format of stdin, and of files whose names do not show it',
  },
  db: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'file|url',
    brief: 'Use the facts and decisions of this registry: a SQLite file, or postgres://… (default: none)',
  },
  online: createSwitch('Also request the links, as admit does'),
} as const satisfies FlagDescriptions

export type LinkFlags = FlagsOf<typeof linkFlags & typeof admissionNetworkFlags & { quiet: typeof quietFlag }>

/** The short flags and the arguments that all of these commands share. */
export const linkArguments = {
  aliases: { p: 'policy', q: 'quiet' },
  positional: {
    kind: 'array',
    parameter: {
      parse: text,
      placeholder: 'FILE|FOLDER',
      brief: 'JSON, YAML, CSV, Markdown or MDX files, folders of them, patterns, or - for stdin',
    },
  },
} as const
