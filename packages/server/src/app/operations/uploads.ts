import { z } from 'zod'
import { deleteUpload as remove, listUploads as list } from '../runs/uploads.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { storedUpload } from './run-schemas.ts'
import { createPart, id, part } from './schemas.ts'

export const listUploads = defineOperation({
  name: 'listUploads',
  method: 'GET',
  path: '/api/v1/uploads',
  summary: 'List the uploads that are kept for runs, the newest first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject(part),
  output: createPart(storedUpload),
  errors: ALL_LIST_ERRORS,
  examples: [{}],
  run: (app, options) => list(app.context.database, options),
})

export const deleteUpload = defineOperation({
  name: 'deleteUpload',
  method: 'DELETE',
  path: '/api/v1/uploads/{id}',
  summary: 'Delete an upload, unless a run is reading it.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ id }),
  output: z.strictObject({ deleted: z.literal(1) }),
  errors: ['upload/not-found', 'upload/in-use'],
  examples: [{ id: 1 }],
  async run({ context }, input) {
    await remove(context.database, input.id, context.now())
    return { deleted: 1 as const }
  },
})
