import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { quietFlag, text } from '../../flags/common.ts'
import { ruleFlag } from '../../flags/rule-levels.ts'
import { linkArguments, linkFlags, linkNetworkFlags } from '../../flags/links.ts'
import type { ValidateFlags } from './run.ts'

export const validateCommand = buildCommand<ValidateFlags, readonly string[], CanonistContext>({
  // The readers of files are loaded only where they are used: `normalize` starts without them.
  loader: async () => command((await import('./run.ts')).validateLinks),
  parameters: {
    flags: {
      ...linkFlags,
      policy: {
        ...linkFlags.policy,
        default: 'links',
        brief: 'The policy that links are held against: a built-in one, or a file (JSON or YAML)',
      },
      format: {
        kind: 'enum',
        values: ['text', 'json', 'sarif', 'junit', 'github', 'md'],
        default: 'text',
        brief: 'How the findings are written',
      },
      fix: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief:
          'Correct links where that is certain (spelling, tracking, session ids, what was proved), and nothing else',
      },
      rule: ruleFlag,
      skip: {
        kind: 'parsed',
        parse: text,
        variadic: true,
        optional: true,
        placeholder: 'ID',
        brief: 'The same as --rule ID=off',
      },
      failOn: {
        kind: 'enum',
        values: ['error', 'warning', 'never'],
        default: 'error',
        brief: 'The lowest level that gives exit code 1',
      },
      quiet: quietFlag,
      ...linkNetworkFlags,
    },
    ...linkArguments,
  },
  docs: {
    brief: 'Find what is wrong with the links of files, and fix what is certain',
    customUsage: ['[flags] FILE|FOLDER...'],
    fullDescription: [
      'Reads the links of Markdown, JSON, YAML and CSV files and reports those that are not URLs, have tracking parameters',
      'or stand twice in one list, with file, line and column. With --field, or under a policy that has an allowlist or a',
      'citation, links are held to be sources: home pages, section pages, http, other languages and spellings are reported,',
      'too. No request is sent unless you pass --online.',
      '',
      'EXAMPLES',
      '  canonist validate .',
      '  canonist validate --fix README.md docs',
      '  canonist validate --rule duplicate=off --fail-on warning docs',
      '  canonist validate --policy sources.yaml --field fuente_url data/tramites',
      '  canonist validate --format sarif docs > links.sarif',
    ].join('\n'),
  },
})
