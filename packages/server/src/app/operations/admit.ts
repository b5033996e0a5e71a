import { z } from 'zod'
import { createAdmissions, reviewPolicy } from '../admit/admissions.ts'
import { withFetcher } from '../fetching/with-fetcher.ts'
import { namePolicyFile } from '../policies/name-policy-file.ts'
import { KEY_ERRORS } from './errors.ts'
import { limitTrustedLengths } from './expression-limits.ts'
import { defineOperation } from './operation.ts'
import { resolveSourcesPolicy } from './resolve-policy.ts'
import { admission, policyRef } from './schemas.ts'

export const admit = defineOperation({
  name: 'admit',
  method: 'POST',
  path: '/api/v1/admit',
  summary: 'Decide whether to accept a URL, find its canonical URL, and flag what needs a review.',
  role: 'write',
  effect: 'fetches',
  input: z.strictObject({
    url: z.string(),
    policy: policyRef.optional().describe('Default: the policy of the newest admission, else that of the registry'),
    record: z.boolean().optional().describe('Whether to record the decision in the registry (default: false)'),
  }),
  output: admission,
  errors: ['app/bad-policy', 'app/no-allowlist', 'app/bad-network-option', 'registry/no-policy-version', ...KEY_ERRORS],
  examples: [
    { url: 'http://example.com/', policy: { extends: 'sources', hosts: { allow: ['example.com'] } } },
    { url: 'https://example.org/' },
  ],
  async run(app, { url, policy: ref, record = false }, { signal, network }) {
    limitTrustedLengths([['url', url]])
    const registry = await app.registry()
    const { policy } = await reviewPolicy(registry, await resolveSourcesPolicy(app, ref))
    const { now } = app.context
    const options = { policy, registry, dryRun: !record, now, signal }
    const admissions = namePolicyFile(policy.name, () => createAdmissions(options))
    return withFetcher(app, network, async (fetcher) => {
      const decided = await admissions.admit(url, fetcher)
      if (record) await admissions.record(decided)
      return decided
    })
  },
})
