import type { Admission } from '@canonist/web/internal/admit/admission'
import type { RegistryContext } from '../context.ts'
import type { AdmissionChange, AdmissionOptions, StoredAdmission } from './stored-admission.ts'
import { findAdmissions } from '../sql/read-admissions.ts'
import { yieldsTo } from './store-record.ts'
import { findProof } from './proof.ts'

/** Returns what recording the admission would change; writes nothing. */
export async function previewAdmission(
  context: RegistryContext,
  admission: Admission,
  options: AdmissionOptions,
): Promise<AdmissionChange> {
  const known = await findAdmissions(context, admission.original)
  const before = known.find(({ isCurrent, original }) => isCurrent && original === admission.original) ?? null
  if (before === null) return { change: 'new', before }
  const { policyVersion } = before
  const late = { proof: findProof(admission, options), policyVersion: admission.policyVersion }
  const yields = yieldsTo(late, { proof: findProof(before, { offline: !before.isAnswered }), policyVersion })
  return { change: yields || isAlike(admission, before) ? 'none' : 'changed', before }
}

/** Compares the fields that matter for citing the page. */
function isAlike({ decision, canonical, reason }: Admission, before: StoredAdmission): boolean {
  return decision === before.decision && canonical === before.canonical && reason === before.reason
}
