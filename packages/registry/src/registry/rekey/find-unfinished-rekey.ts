import type { Policy } from '@canonist/core'
import type { Session } from '../../store/database.ts'
import { RegistryError } from '../errors.ts'
import { compileStored, findPolicy } from '../sql/policies.sql.ts'
import { findLastRekey, findUndoUnderWay, type RekeyRun } from '../sql/runs.sql.ts'

/** An interrupted rekey to a policy, or an interrupted undo of a run. */
export type UnfinishedRekey = { readonly to: Policy } | { readonly undo: number }

/** Finds an interrupted rekey. The policy comes from the database, because its file may have changed. Null if there is none. */
export async function findUnfinishedRekey(session: Session): Promise<UnfinishedRekey | null> {
  const undo = await findUndoUnderWay(session)
  if (undo !== null) return { undo: undo.of }
  const last = await findLastRekey(session)
  return last?.isRunning === true ? { to: await findTarget(session, last) } : null
}

async function findTarget(session: Session, run: RekeyRun): Promise<Policy> {
  const stored = await findPolicy(session, run.notes.to)
  const policy = stored === null ? null : compileStored(stored)
  if (policy !== null) return policy
  throw new RegistryError('registry/policy-outdated', {
    says: `Run ${run.id} moves the keys to the policy ${stored?.name} of another version of canonist.`,
    fix: `Finish it with that version, or undo it with canonist policy rekey --undo ${run.id}.`,
  })
}
