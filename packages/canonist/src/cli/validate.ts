import { buildCommand } from '@stricli/core'
import type { ReportFormat } from '../report/formats.ts'
import { command, type CanonistContext } from './context.ts'
import { quietFlag, text } from './flags.ts'
import { knowledgeArguments, knowledgeFlags, knowledgeNetworkFlags, type KnowledgeFlags } from './knowledge-flags.ts'

export interface ValidateFlags extends KnowledgeFlags {
  readonly format: ReportFormat
  readonly fix: boolean
  readonly skip: readonly string[] | undefined
}

export const validateCommand = buildCommand<ValidateFlags, readonly string[], CanonistContext>({
  // The readers of files are loaded only where they are used: `normalize` starts without them.
  loader: async () => command((await import('./run-validate.ts')).validateKnowledge),
  parameters: {
    flags: {
      ...knowledgeFlags,
      format: {
        kind: 'enum',
        values: ['text', 'json', 'sarif', 'junit', 'github'],
        default: 'text',
        brief: 'How the findings are written',
      },
      fix: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Write the canonical URL back where it is certain, and change nothing else',
      },
      skip: {
        kind: 'parsed',
        parse: text,
        variadic: true,
        optional: true,
        placeholder: 'RULE',
        brief: 'A rule that is not to be told of',
      },
      quiet: quietFlag,
      ...knowledgeNetworkFlags,
    },
    ...knowledgeArguments,
  },
  docs: {
    brief: 'What is wrong with the links of a knowledge base, where, and the cure',
    customUsage: ['[flags] FILE|FOLDER...'],
    fullDescription: [
      'Reads the URLs of a field in JSON, YAML, CSV and Markdown files and holds them against a policy: home pages, hosts',
      'that are not let in, short links, tracking, http, duplicates, and what admission says. Findings have file, line',
      'and column. Nobody is asked, unless --online is given. Without --field every URL of a file is looked at.',
      '',
      'EXAMPLES',
      '  canonist validate --policy sources.yaml --field fuente_url data/tramites',
      '  canonist validate --policy sources.yaml --field fuente_url --fix data/tramites',
      '  canonist validate --policy sources.yaml --format sarif data > links.sarif',
    ].join('\n'),
  },
})
