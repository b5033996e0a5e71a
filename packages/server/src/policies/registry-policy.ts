import type { Policy, PolicySpec } from '@canonist/core'
import type { RekeyReport } from '@canonist/registry/internal/registry/rekey/rekey'
import type { UndoReport } from '@canonist/registry/internal/registry/rekey/undo-rekey'
import type { UnfinishedRekey } from '@canonist/registry/internal/registry/rekey/find-unfinished-rekey'
import type { Differences } from '@canonist/registry/internal/registry/rekey/differences'
import { AppError } from '../canonist/errors.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { createStep, type RunOptions } from '../canonist/run-options.ts'

export type { RekeyReport } from '@canonist/registry/internal/registry/rekey/rekey'
export type { UndoReport } from '@canonist/registry/internal/registry/rekey/undo-rekey'

/** Move all keys to a policy, or take a move back by the number of its run. */
export type KeyMove = UnfinishedRekey

export type MovedKeys =
  | { readonly to: Policy; readonly report: RekeyReport }
  | { readonly undo: number; readonly report: UndoReport }

/** Moves the keys of all pages. Without a move it resumes the one that was interrupted. An aborted move can be resumed. */
export async function moveKeys(canonist: Canonist, move: KeyMove | null, options: RunOptions = {}): Promise<MovedKeys> {
  const registry = await canonist.registry()
  const task = move ?? (await registry.findUnfinishedRekey())
  if (task === null) throw new AppError('app/nothing-to-resume')
  const onProgress = createStep(options)
  return 'to' in task
    ? { to: task.to, report: await registry.rekey(task.to, { onProgress }) }
    : { undo: task.undo, report: await registry.undoRekey(task.undo, { onProgress }) }
}

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

export interface ReviewedSpec {
  readonly spec: PolicySpec
  /** Whether nothing was decided that the registry does not follow already. */
  readonly isActive: boolean
}

/** The policy of the newest admission, or else the active one, with all decisions of reviewers. */
export async function readReviewedPolicy(canonist: Canonist): Promise<ReviewedSpec> {
  const registry = await canonist.registry()
  // Keys of admissions are made by a part of their policy: it has no hosts, so admitting by it would reject every URL.
  const admitted = await registry.findAdmissionPolicy()
  const { spec, fingerprint } = await registry.readReviewedPolicy(admitted ?? undefined)
  return { spec, isActive: admitted === null && fingerprint === registry.policy.fingerprint }
}
