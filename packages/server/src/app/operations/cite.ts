import { z } from 'zod'
import { citeUrls } from '@canonist/links/internal/files/cite-links'
import { toBadPolicy } from '../policies/name-policy-file.ts'
import { limitLengths, limitTrustedLengths, nameUrls } from './expression-limits.ts'
import { defineOperation } from './operation.ts'
import { resolveSourcesPolicy } from './resolve-policy.ts'
import { policyRef } from './schemas.ts'

const MAX_URLS = 1000

export const cite = defineOperation({
  name: 'cite',
  method: 'POST',
  path: '/api/v1/cite',
  summary: 'Choose the URL to cite for a topic, with the sentence to cite it with.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    urls: z.array(z.string()).max(MAX_URLS),
    topic: z.string().optional().describe('What the URLs are about'),
    policy: policyRef.optional().describe('Default: the policy of the newest admission, else that of the registry'),
  }),
  output: z.strictObject({
    url: z.string().nullable().describe('The canonical URL to cite; null if none may be cited'),
    sentence: z.string().nullable().describe('The sentence to cite with it; null if the page needs none'),
    reason: z.string().describe('Why this URL, or why none'),
    gap: z
      .strictObject({ code: z.string(), message: z.string() })
      .nullable()
      .describe('What is missing; null if the topic has an informative page'),
  }),
  errors: ['app/bad-policy'],
  examples: [
    { urls: ['https://example.com/', 'https://example.com/tea/how-to-brew.html'], topic: 'Tea', policy: 'links' },
    { urls: [] },
  ],
  async run(app, { urls, topic, policy: ref }, { signal }) {
    const policy = await resolveSourcesPolicy(app, ref)
    if (ref === undefined) limitTrustedLengths(nameUrls(urls))
    else limitLengths(policy, nameUrls(urls))
    const { now } = app.context
    const cited = citeUrls(urls, { policy, database: app, topic, signal, now }).catch((error: unknown) => {
      throw toBadPolicy(policy.name, error)
    })
    const { url, sentence, reason, gap } = await cited
    return { url, sentence, reason, gap }
  },
})
