import type { Policy } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import type { RegistryContext } from '../context.ts'
import type { PageWriter } from '../page-writer.ts'
import { RegistryError } from '../errors.ts'
import { raiseReviews } from '../reviews/raise-reviews.ts'
import { releaseReviews } from '../reviews/release-reviews.ts'
import { hashInput } from '../sql/review-inputs.sql.ts'
import { toRawUrl } from '../spelling.ts'
import type { Transaction } from '../../store/database.ts'
import { writeAdmissionPolicy } from '../sql/admissions-write.sql.ts'
import type { AdmissionOptions, AdmissionReceipt } from './stored-admission.ts'
import { listCauses, listFailures, listReviewsFor } from './list-causes.ts'
import { writeAdmittedPage } from './write-admitted-page.ts'
import { storeRecord, type StoredRecord } from './store-record.ts'
import { isAnswered } from './proof.ts'
import { Buffer } from 'node:buffer'
import { REASONS, type AdmissionReason } from '@canonist/web/internal/admit/words'
import { deleteRejected, putRejected } from '../sql/rejected.sql.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'

/** Records an admission in one transaction: its record, its page, its aliases and its reviews. */
export async function recordAdmission(
  { database, policies, now, keepAdmissions }: RegistryContext,
  admission: Admission,
  options: AdmissionOptions,
): Promise<AdmissionReceipt> {
  rejectUnversioned(admission)
  await policies.read(database)
  const policy = policies.active
  return database.transaction(async (transaction) => {
    const time = now()
    const writer = { transaction, policyId: await policies.lockForWriting(transaction, policy, time), time }
    if (options.policy !== undefined)
      await writeAdmissionPolicy(transaction, admission.policyVersion, options.policy, time)
    const stored = await storeRecord(transaction, admission, options, { now: time, most: keepAdmissions })
    const { isCurrent, isNew } = stored
    const pageId = isCurrent ? await applyAdmission(writer, policy, admission, options, stored) : null
    if (isCurrent || isAnswered(admission, options)) await raiseCauses(transaction, admission, stored, time)
    return { isCurrent, isNew, pageId }
  })
}

/** Raises the reviews of an admission, and ends those that no original needs any more. */
async function raiseCauses(
  transaction: Transaction,
  admission: Admission,
  { before, standing, isCurrent }: StoredRecord,
  now: number,
): Promise<void> {
  const input = hashInput(toRawUrl(admission.original))
  const causes = [...listCauses(standing), ...(isCurrent ? [] : listFailures(admission))]
  const newCauses = await releaseReviews(transaction, input, causes, now)
  await raiseReviews(transaction, listReviewsFor(admission, newCauses, before), now, input)
}

/** Rejects an admission that no policy has made. */
function rejectUnversioned({ original, policyVersion }: Admission): void {
  if (typeof policyVersion === 'string' && policyVersion !== '') return
  throw new RegistryError('registry/no-policy-version', { thing: JSON.stringify(original) })
}

async function applyAdmission(
  writer: PageWriter,
  policy: Policy,
  admission: Admission,
  options: AdmissionOptions,
  { isChange }: StoredRecord,
): Promise<number | null> {
  const { canonical, decision, reason } = admission
  if (canonical !== null) {
    await removeRejected(writer.transaction, admission)
    return writeAdmittedPage({ writer, policy, admission, canonical, options })
  }
  // A repeated rejection is already counted; a URL that was accepted meanwhile was removed from the rejected inputs.
  if (decision === 'reject' && reason !== null && isChange) {
    await writeRejected(writer.transaction, admission, reason, writer.time)
  }
  return null
}

/** Adds the original to the rejected inputs, or updates its reason. */
async function writeRejected(
  transaction: Transaction,
  { original }: Admission,
  reason: AdmissionReason,
  now: number,
): Promise<void> {
  const raw = Buffer.from(original)
  const message = `${REASONS[reason].says} ${REASONS[reason].fix}`
  await putRejected(transaction, { rawHash: hashRaw(raw), raw, code: reason, message }, now)
}

/** Removes an accepted original from the rejected inputs; its earlier records keep the history. */
async function removeRejected(transaction: Transaction, { original }: Admission): Promise<void> {
  await deleteRejected(transaction, hashRaw(Buffer.from(original)))
}

const hashRaw = (raw: Buffer): Buffer => toHashBytes(hashShort(raw))
