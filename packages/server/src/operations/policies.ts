import { z } from 'zod'
import { readCursor, readLimit, toPart } from '@canonist/registry/internal/store/list-part'
import { listPolicies as listBuiltIn, describePolicy } from '../policies/describe-policies.ts'
import { comparePolicies, moveKeys } from '../policies/registry-policy.ts'
import { ALL_LIST_ERRORS, KEY_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { resolvePolicy, resolveTrustedPolicy } from './resolve-policy.ts'
import { namedPolicy, part, createPart, list, policyRef, id, count } from './schemas.ts'

const example = { url: z.string(), pages: count }
export const differences = z.strictObject({
  pages: count,
  urls: count,
  changed: count,
  merges: z.strictObject({
    count,
    pages: count,
    examples: list(z.strictObject({ ...example, from: list(z.string()) })),
  }),
  splits: z.strictObject({
    count,
    into: count,
    examples: list(z.strictObject({ ...example, into: list(z.string()) })),
  }),
})

export const listPolicies = defineOperation({
  name: 'listPolicies',
  method: 'GET',
  path: '/api/v1/policies',
  summary: 'List the built-in policies, and the policy of the stored keys.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject(part),
  output: createPart(namedPolicy.extend({ description: z.string() })).extend({ active: namedPolicy }),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { limit: 2 }],
  async run({ policy: { name, fingerprint } }, options) {
    const [after = -1] = readCursor(options, ['integer']) ?? []
    const all = listBuiltIn().map((policy, index) => ({ policy, index }))
    const behind = all.filter(({ index }) => index > Number(after))
    const { items, next } = toPart(behind, readLimit(options), ({ index }) => [index])
    return { items: items.map(({ policy }) => policy), next, active: { name, fingerprint } }
  },
})

export const getPolicy = defineOperation({
  name: 'getPolicy',
  method: 'GET',
  path: '/api/v1/policies/{name}',
  summary: 'Get a policy with its active rules.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ name: z.string() }),
  output: namedPolicy.extend({
    spec: z.record(z.string(), z.unknown()),
    rules: list(
      z.strictObject({ id: z.string(), tier: z.enum(['safe', 'usually-safe', 'lossy']), summary: z.string() }),
    ),
  }),
  errors: ['app/unknown-policy'],
  examples: [{ name: 'dedupe' }],
  async run(app, { name }) {
    const active = await app.readPolicy()
    const { spec, ...description } = describePolicy(name === active.name ? active : resolvePolicy(name))
    return { ...description, spec: { ...spec } }
  },
})

export const diffPolicies = defineOperation({
  name: 'diffPolicies',
  method: 'POST',
  path: '/api/v1/policies/diff',
  summary: 'Find the pages that would merge or split if their keys were moved to another policy.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    from: policyRef,
    to: policyRef,
    sample: z.int().min(0).max(1000).optional().describe('Maximum number of examples of merges, and of splits'),
  }),
  output: differences.extend({ old: namedPolicy, new: namedPolicy }),
  errors: ['app/bad-policy'],
  examples: [{ from: 'dedupe', to: 'links', sample: 5 }],
  run: (app, { from, to, sample }, { signal, onProgress }) =>
    comparePolicies(app, resolvePolicy(from), resolvePolicy(to), { examples: sample, signal, onProgress }),
})

export const rekey = defineOperation({
  name: 'rekey',
  method: 'POST',
  path: '/api/v1/policies/rekey',
  summary: 'Move the keys of all pages to another policy; a dry run shows what would change.',
  role: 'admin',
  effect: 'writes',
  takesLong: true,
  input: z.strictObject({ to: policyRef, dryRun: z.boolean().optional() }),
  output: z.discriminatedUnion('dryRun', [
    z.strictObject({
      dryRun: z.literal(false),
      run: z.int().nullable().describe('Null if the keys already follow this policy'),
      pages: count,
      changed: count,
      merged: count,
      made: count,
    }),
    differences.extend({ dryRun: z.literal(true), old: namedPolicy, new: namedPolicy }),
  ]),
  errors: ['app/bad-policy', ...KEY_ERRORS],
  examples: [{ to: 'links', dryRun: true }],
  async run(app, { to, dryRun = false }, options) {
    const policy = resolveTrustedPolicy(to)
    if (dryRun) {
      const differences = await comparePolicies(app, await app.readPolicy(), policy, options)
      return { dryRun: true as const, ...differences }
    }
    const moved = await moveKeys(app, { to: policy }, options)
    if ('undo' in moved) throw new TypeError('a move to a policy is no undo')
    return { dryRun: false as const, ...moved.report }
  },
})

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
