import { definePolicy, policies, type Policy, type PolicyName, type PolicySpec } from '@canonist/core'

export interface LoadedPolicy {
  readonly policy: Policy
  /** What a worker thread needs to make the same policy. */
  readonly source: PolicyName | PolicySpec
  /** What the file itself says; `null` for a built-in. */
  readonly own: PolicySpec | null
}

/** A built-in by its name, or a policy file by its path. */
export async function loadPolicy(ref: string): Promise<LoadedPolicy> {
  if (isBuiltIn(ref)) return { policy: policies[ref], source: ref, own: null }
  if (!/[./\\]/.test(ref)) throw await createUnknownPolicyError(ref)
  const [{ readPolicyFile }, { namePolicyFile }] = await Promise.all([
    import('./read-policy-file.ts'),
    import('../canonist/errors.ts'),
  ])
  const { own, resolved } = await readPolicyFile(ref)
  return { policy: namePolicyFile(ref, () => definePolicy(resolved)), source: resolved, own }
}

// What only a failure needs is loaded by the failure.
async function createUnknownPolicyError(ref: string): Promise<Error> {
  const [{ AppError }, { quoteEmpty }, { suggestWords }] = await Promise.all([
    import('../canonist/errors.ts'),
    import('@canonist/core/internal/text/quote-empty'),
    import('@canonist/core/internal/text/nearest'),
  ])
  const names = Object.keys(policies)
  const [meant] = suggestWords(ref, names, 1)
  const fix =
    meant === undefined
      ? `Name a built-in one (${names.join(', ')}), or a policy file by its path, as in ./policy.yaml.`
      : `Did you mean ${meant}? A policy file is named by its path, as in ./policy.yaml.`
  return new AppError('app/unknown-policy', {
    thing: ref,
    message: `No policy is called ${quoteEmpty(ref)}. ${fix}`,
  })
}

export function isBuiltIn(ref: string): ref is PolicyName {
  return Object.hasOwn(policies, ref)
}

/** A policy for one list, with another scheme for URLs without one. */
export async function loadListPolicy(
  ref: string,
  defaultScheme: 'https' | 'http' | undefined,
): Promise<Pick<LoadedPolicy, 'policy' | 'source'>> {
  const loaded = await loadPolicy(ref)
  if (defaultScheme === undefined) return loaded
  const spec = { ...loaded.policy.spec, defaultScheme }
  return { policy: definePolicy(spec), source: spec }
}
