import { z } from 'zod'
import { moveKeys } from '../policies/move-keys.ts'
import { KEY_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { id } from './schemas.ts'

export const undoRekey = defineOperation({
  name: 'undoRekey',
  method: 'POST',
  path: '/api/v1/policies/rekey/{run}/undo',
  summary: 'Undo the last rekey: all pages get their former keys back.',
  role: 'admin',
  effect: 'writes',
  takesLong: true,
  input: z.strictObject({ run: id }),
  output: z.strictObject({
    run: z.int(),
    pages: z.int().min(0).describe('Number of restored pages'),
    wasUndone: z.boolean().describe('Whether it had already been undone'),
    isExact: z.boolean().describe('False if URLs were added since; all pages were then rekeyed to the old policy'),
  }),
  errors: ['registry/not-undoable', 'registry/no-such-run', ...KEY_ERRORS],
  examples: [{ run: 1 }],
  async run(app, { run }, options) {
    const moved = await moveKeys(app, { undo: run }, options)
    if ('to' in moved) throw new TypeError('an undo is no move to a policy')
    return moved.report
  },
})
