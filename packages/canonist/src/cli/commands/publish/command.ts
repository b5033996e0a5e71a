import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, quietFlag, text } from '../../flags/common.ts'
import { numberFrom } from '../../flags/network.ts'
import type { PublishFlags } from './run.ts'

export const publishCommand = buildCommand<PublishFlags, [string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).publishRegistry),
  parameters: {
    flags: {
      db: dbFlag,
      keep: {
        kind: 'parsed',
        parse: numberFrom(1, 1_000_000),
        default: '3',
        placeholder: 'N',
        brief: 'How many snapshots stay, with the new one',
      },
      json: jsonFlag,
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'DIR', brief: 'The folder of the snapshots; made where there is none' }],
    },
  },
  docs: {
    brief: 'A read-only snapshot of the registry, put in force at once',
    customUsage: ['[flags] DIR'],
    fullDescription: [
      'Makes a read-only SQLite file of the registry in a folder, checks it, and then lets the file `current` of that',
      'folder name it, from one moment to the next. Broken off at any point, the snapshot before stays in force.',
      '',
      'EXAMPLES',
      '  canonist publish /srv/registry',
      '  canonist publish --db postgres://canonist@db.example.com/urls --keep 10 /srv/registry',
    ].join('\n'),
  },
})
