import type { Policy } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'

/** How an admission came about. */
export interface AdmissionOptions {
  /** Whether no request was sent. Such an admission proves nothing, and an earlier proof stays current. */
  readonly offline?: boolean | undefined
  /** The policy of the admission. It is stored, so that link health knows its allowlist and priorities. */
  readonly policy?: Policy | undefined
}

/** A recorded admission. */
export interface StoredAdmission extends Admission {
  readonly id: number
  /** Whether it is the current record of its original. */
  readonly isCurrent: boolean
  /** Whether a request was sent and answered. */
  readonly isAnswered: boolean
  /** ISO 8601. */
  readonly firstSeen: string
  readonly lastSeen: string
  /** How often the same result came up. */
  readonly count: number
}

/** What recording an admission would change. */
export interface AdmissionChange {
  /** `changed`: the current record would have another decision, canonical URL or reason. */
  readonly change: 'new' | 'changed' | 'none'
  /** The current record. */
  readonly before: StoredAdmission | null
}

/** The result of recording an admission. */
export interface AdmissionReceipt {
  /** Whether it is now the current record of its original. It is not if an earlier record under the same policy proves more. */
  readonly isCurrent: boolean
  /** Whether its result was not recorded before. */
  readonly isNew: boolean
  /** The page that it leads to; null if it has none. */
  readonly pageId: number | null
}
