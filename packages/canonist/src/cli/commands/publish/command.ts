import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag, quietFlag } from '../../flags/common.ts'
import { createNumberParser, text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      keep: {
        kind: 'parsed',
        parse: createNumberParser(1, 1_000_000),
        default: '3',
        placeholder: 'n',
        brief: 'Keep this many snapshots, including the new one',
      },
      json: { ...jsonFlag, brief: 'Print {"file","pages","aliases","removed"} instead of the path' },
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'DIR', brief: 'Folder of the snapshots; created if it is missing' }],
    },
  },
  help: {
    summary: 'Publish a read-only snapshot of the registry',
    usage: ['DIR'],
    details: [
      'Canonist writes a SQLite file into the folder, verifies it, and then points the file "current" in that folder to it, atomically. If you interrupt it, the previous snapshot stays current.',
    ],
    examples: [
      'canonist publish snapshots',
      'canonist publish --keep 10 --json snapshots',
      'canonist publish --db urls.db snapshots',
    ],
  },
})

export type PublishFlags = FlagsOf<typeof command.parameters.flags>
