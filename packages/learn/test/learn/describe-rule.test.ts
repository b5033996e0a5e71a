import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnRules } from '../../src/learn/learn-rules.ts'
import type { LearnedRule } from '../../src/log/types.ts'
import type { ProbeReport } from '../../src/rules/probe-report.ts'
import { describeDoubt } from '../../src/rules/describe-rule.ts'

// Why a rule is doubtful: whoever reads it goes and fetches what is missing.

const E = 'https://example.com'
const log = Array.from({ length: 60 }, (_, id) => [
  { url: `${E}/a?id=${id}`, contentHash: `${id}` },
  { url: `${E}/a?id=${id}&x=`, contentHash: `${id}` },
]).flat()
const rule = (await learnRules(log)).doubtful.find(({ id }) => id.endsWith('strip x'))
assert.ok(rule)

test('sixty contents with one value: the number of contents is not what is in the way', () => {
  assert.match(describeDoubt(rule), /too few values of the parameter or kinds of path were tried/)
})

const none = { agree: 0, against: 0 }
const doubts: readonly { readonly rule: Partial<LearnedRule>; readonly says: RegExp }[] = [
  { rule: { bound: 0.7, support: 6 }, says: /^only 6 contents were seen under two URLs$/ },
  { rule: { bound: 0.7, support: 1 }, says: /^only 1 content was seen/ },
  { rule: { bound: 0.7, support: 58, failures: 2 }, says: /^2 of 60 contents differ$/ },
  { rule: { bound: 0.95, failures: 3 }, says: /^3 contents differ, which may be more than noise$/ },
  { rule: { bound: 0.95, falseDiscovery: 0.2 }, says: /look this good by chance/ },
  { rule: { bound: 0.95, family: 'rewrite' }, says: /too few of the URLs that it changes/ },
  {
    rule: { support: 0, proposed: 9, redirects: none },
    says: /^9 pairs of similar URLs suggest it; the log does not show their content$/,
  },
  {
    rule: { support: 0, redirects: { agree: 8, against: 0 } },
    says: /^8 redirects and canonical links of the site suggest it/,
  },
]
for (const { rule: fields, says } of doubts) {
  test(`${JSON.stringify(fields)}: ${says.source}`, () => assert.match(describeDoubt({ ...rule, ...fields }), says))
}

const probes = [
  { agree: 0, against: 0, says: /^no fetched pair proved anything/ },
  { agree: 1, against: 0, says: /^undecided after 1 pair of URLs was fetched$/ },
  { agree: 45, against: 2, says: /^undecided after 47 pairs of URLs were fetched, of which 2 differ$/ },
]
for (const { agree, against, says } of probes) {
  test(`probed, ${agree} agree and ${against} differ: ${says.source}`, () => {
    const probe: ProbeReport = { verdict: 'undecided', agree, against, unusable: 0, requests: 0, counterExamples: [] }
    assert.match(describeDoubt({ ...rule, probe }), says)
  })
}
