import type { ReviewVerb } from '@canonist/server/internal/app/reviews/reviews'
import { defineCommand, type CanonistCommand } from '../../define-command.ts'
import { dbFlag, jsonFlag, createSwitch } from '../../flags/common.ts'
import { reviewId } from '../../flags/review-id.ts'
import { text } from '../../flags/values.ts'
import type { ReviewDecideFlags, ReviewEditFlags } from './run.ts'

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
} as const

const ONCE = 'Each review is decided once: if someone else was first, the command says who, and exits with 1.'

export const reviewAcceptCommand = defineDecision('accept', 'Accept what a review proposes')
export const reviewRejectCommand = defineDecision('reject', 'Reject what a review proposes')

function defineDecision(verb: Exclude<ReviewVerb, 'edit'>, summary: string): CanonistCommand {
  return defineCommand<ReviewDecideFlags, [number]>({
    load: async () => (await import('./run.ts')).createDecider(verb),
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
}

export const reviewEditCommand = defineCommand<ReviewEditFlags, [number]>({
  load: async () => (await import('./run.ts')).createDecider('edit'),
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
