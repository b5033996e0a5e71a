import { buildCommand, type Command } from '@stricli/core'
import type { Verb } from '../../../app/reviews/reviews.ts'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, text } from '../../flags/common.ts'
import { reviewId } from '../../flags/review-id.ts'
import type { ReviewDecideFlags, ReviewEditFlags } from './run.ts'

const flags = {
  db: dbFlag,
  by: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'NAME',
    brief: 'Who decides [default = the user who runs the command]',
  },
  why: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'TEXT',
    brief: 'The reason, kept with the decision',
  },
  dryRun: { kind: 'boolean', default: false, withNegated: false, brief: 'Only tell what would change' },
  json: jsonFlag,
} as const

export const reviewAcceptCommand = decideCommand('accept', 'Accept what an item of the review queue asks')
export const reviewRejectCommand = decideCommand('reject', 'Reject what an item of the review queue asks')

function decideCommand(verb: Exclude<Verb, 'edit'>, brief: string): Command<CanonistContext> {
  return buildCommand<ReviewDecideFlags, [number], CanonistContext>({
    loader: async () => command((await import('./run.ts')).deciding(verb)),
    parameters: { flags, positional: { kind: 'tuple', parameters: [reviewId] } },
    docs: {
      brief,
      customUsage: ['[flags] ID'],
      fullDescription: [
        `${brief}. A decision is made once: where somebody was quicker, it is told who,`,
        'and the exit code is 1. --dry-run tells what would change.',
        '',
        'EXAMPLES',
        `  canonist review ${verb} 12 --why "seen the site"`,
        `  canonist review ${verb} 12 --dry-run`,
      ].join('\n'),
    },
  })
}

export const reviewEditCommand = buildCommand<ReviewEditFlags, [number], CanonistContext>({
  loader: async () => command((await import('./run.ts')).deciding('edit')),
  parameters: {
    flags: {
      ...flags,
      to: {
        kind: 'parsed',
        parse: text,
        placeholder: 'VALUE',
        brief: 'What is decided instead: JSON for a site of the policy, or a host name',
      },
    },
    positional: { kind: 'tuple', parameters: [reviewId] },
  },
  docs: {
    brief: 'Decide an item of the review queue in your own words',
    customUsage: ['--to VALUE [flags] ID'],
    fullDescription: [
      'Puts something else in place of what an item proposes: for an unknown parameter what the policy is to say of the',
      'site, for two hosts that may be one the host that stands for both.',
      '',
      'EXAMPLES',
      `  canonist review edit 12 --to '{"query":{"strip":["page","xyz"]}}'`,
      '  canonist review edit 13 --to www.example.com',
    ].join('\n'),
  },
})
