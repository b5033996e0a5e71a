import type { Policy } from '@canonist/core'
import type { Differences } from '@canonist/registry/internal/registry/rekey/differences'
import type { Canonist } from '../open-canonist.ts'
import { createStep, type RunOptions } from '../run-options.ts'

export type { Differences } from '@canonist/registry/internal/registry/rekey/differences'

export interface ComparePoliciesOptions extends RunOptions {
  /** How many examples of merges, and how many of splits. */
  readonly examples?: number | undefined
}

interface NamedPolicy {
  readonly name: string
  readonly fingerprint: string
}

export interface PolicyComparison extends Differences {
  readonly old: NamedPolicy
  readonly new: NamedPolicy
}

/** Which pages of the registry would merge, and which would split, if their keys were moved from one policy to another. */
export async function comparePolicies(
  canonist: Canonist,
  before: Policy,
  after: Policy,
  options: ComparePoliciesOptions = {},
): Promise<PolicyComparison> {
  const registry = await canonist.registry()
  const { examples } = options
  const found = await registry.findDifferences(before, after, {
    ...(examples === undefined ? {} : { examples }),
    onProgress: createStep(options),
  })
  return { old: pickName(before), new: pickName(after), ...found }
}

const pickName = ({ name, fingerprint }: Policy): NamedPolicy => ({ name, fingerprint })
