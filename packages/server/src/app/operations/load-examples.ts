import { z } from 'zod'
import { AppError } from '../errors.ts'
import { EXAMPLE_URLS } from '../examples/example-urls.ts'
import { countAll } from '../status/count-all.ts'
import { KEY_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { ingestReport } from './schemas.ts'

export const loadExamples = defineOperation({
  name: 'loadExamples',
  method: 'POST',
  path: '/api/v1/examples',
  summary: 'Add example URLs to an empty registry, to try things out.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({}),
  output: ingestReport,
  errors: [...KEY_ERRORS, 'app/not-empty'],
  examples: [{}],
  async run(app, _, { signal }) {
    if ((await countAll(app)).pages > 0) throw new AppError('app/not-empty', { thing: app.name })
    return (await app.registry()).ingest(EXAMPLE_URLS, { signal })
  },
})
