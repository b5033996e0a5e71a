import type { ReviewVerb } from '@canonist/registry/internal/registry/reviews/consequence'
import { defineCommand } from '../../define-command.ts'
import { createSwitch, dbFlag, jsonFlag } from '../../flags/common.ts'
import type { FlagDescriptions, FlagsOf } from '../../flags/flags-of.ts'
import { reviewId } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

const flags = {
  db: dbFlag,
  by: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'name',
    brief: 'Who decides (default: the user who runs the command)',
  },
  why: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'text',
    brief: 'Reason to keep with the decision',
  },
  dryRun: createSwitch('Decide nothing, and print what would change'),
  json: jsonFlag,
} as const satisfies FlagDescriptions

const ONCE = 'Each review is decided once: if someone else was first, the command says who, and exits with 1.'

const defineDecision = (verb: Exclude<ReviewVerb, 'edit'>, summary: string) =>
  defineCommand({
    parameters: { flags, positional: { kind: 'tuple', parameters: [reviewId] } },
    help: {
      summary,
      usage: ['ID'],
      details: [ONCE],
      examples: [
        `canonist review ${verb} 1 --dry-run`,
        `canonist review ${verb} 1 --why "checked the site"`,
        `canonist review ${verb} 1 --by ada --json`,
      ],
    },
  })

export const accept = defineDecision('accept', 'Accept what a review proposes')
export const reject = defineDecision('reject', 'Reject what a review proposes')

export const edit = defineCommand({
  parameters: {
    flags: {
      ...flags,
      to: {
        kind: 'parsed',
        parse: text,
        placeholder: 'value',
        brief: 'What to decide instead: JSON for the entry of a site, or a host name; required',
      },
    },
    positional: { kind: 'tuple', parameters: [reviewId] },
  },
  help: {
    summary: 'Decide something other than what a review proposes',
    usage: ['--to VALUE ID'],
    details: [
      'For an unknown parameter, the value is the entry for the site in the policy. For two hosts that may be the same site, it is the host to keep.',
      ONCE,
    ],
    examples: [
      `canonist review edit 5 --to '{"query":{"strip":["xyz"]}}' --dry-run`,
      `canonist review edit 5 --to '{"query":{"keep":["xyz"]}}' --why "it selects a page"`,
      `canonist review edit 5 --to '{"query":{"strip":["xyz"]}}' --by ada --json`,
    ],
  },
})

/** The flags of all three; only an edit has the value. */
export type DecideFlags = FlagsOf<typeof flags> & Partial<FlagsOf<typeof edit.parameters.flags>>
