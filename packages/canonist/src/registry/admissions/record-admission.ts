import type { Policy } from '@canonist/core'
import type { Admission } from '../../admit/admission.ts'
import type { RegistryContext } from '../context.ts'
import type { PageWriter } from '../page-writer.ts'
import { RegistryError } from '../errors.ts'
import { raiseReviews } from '../reviews/raise-reviews.ts'
import { hashInput, releaseReviews } from '../sql/review-inputs.ts'
import { toRawUrl } from '../spelling.ts'
import type { Transaction } from '../../store/database.ts'
import { keepAdmissionPolicy } from './admission-policy.ts'
import type { AdmissionOptions, AdmissionReceipt } from './admitted.ts'
import { listCauses, listFailures, listReviewsFor } from './causes.ts'
import { filePage } from './file-page.ts'
import { keepRecord, type KeptRecord } from './keep-record.ts'
import { isAnswered } from './proof.ts'
import { putRejected, takeFromRejected } from './rejected.ts'

/** The one way of an admission into the registry: its record, its page, its aliases and its reviews, or nothing of it. */
export async function recordAdmission(
  { database, policies, now, keepAdmissions }: RegistryContext,
  admission: Admission,
  options: AdmissionOptions,
): Promise<AdmissionReceipt> {
  refuseUnversioned(admission)
  await policies.read(database)
  const policy = policies.inForce
  return database.transaction(async (transaction) => {
    const time = now()
    const writer = { transaction, policyId: await policies.idForWriting(transaction, policy, time), time }
    if (options.policy !== undefined)
      await keepAdmissionPolicy(transaction, admission.policyVersion, options.policy, time)
    const kept = await keepRecord(transaction, admission, options, { now: time, most: keepAdmissions })
    const { isInForce, isNew } = kept
    const pageId = isInForce ? await carryOut(writer, policy, admission, options, kept) : null
    if (isInForce || isAnswered(admission, options)) await askAbout(transaction, admission, kept, time)
    return { isInForce, isNew, pageId }
  })
}

/** What a person must decide is asked once; what no original has any more is over. */
async function askAbout(
  transaction: Transaction,
  admission: Admission,
  { before, standing, isInForce }: KeptRecord,
  now: number,
): Promise<void> {
  const input = hashInput(toRawUrl(admission.original))
  const causes = [...listCauses(standing), ...(isInForce ? [] : listFailures(admission))]
  const news = await releaseReviews(transaction, input, causes, now)
  await raiseReviews(transaction, listReviewsFor(admission, news, before), now, input)
}

/** Nothing is stored that no policy has judged. */
function refuseUnversioned({ original, policyVersion }: Admission): void {
  if (typeof policyVersion === 'string' && policyVersion !== '') return
  throw new RegistryError('registry/no-policy-version', { thing: JSON.stringify(original) })
}

async function carryOut(
  writer: PageWriter,
  policy: Policy,
  admission: Admission,
  options: AdmissionOptions,
  { isTurn }: KeptRecord,
): Promise<number | null> {
  const { canonical, decision, reason } = admission
  if (canonical !== null) {
    await takeFromRejected(writer.transaction, admission)
    return filePage({ writer, policy, admission, canonical, options })
  }
  // What came out the same again was counted before; what was let in meanwhile was taken out.
  if (decision === 'reject' && reason !== null && isTurn) {
    await putRejected(writer.transaction, admission, reason, writer.time)
  }
  return null
}
