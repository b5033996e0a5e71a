import type { Policy } from '@canonist/core'
import type { Admission } from '../../admit/admission.ts'

/** How an admission came about. */
export interface AdmissionOptions {
  /** Whether nobody was asked: then it proves nothing, and what the network proved before stands. */
  readonly offline?: boolean | undefined
  /** What it was made under. It is kept, so that link health knows its allowlist and its priorities. */
  readonly policy?: Policy | undefined
}

/** An admission that was recorded, whole. */
export interface StoredAdmission extends Admission {
  readonly id: number
  /** Of all that was ever recorded of this original, the one that counts. */
  readonly isInForce: boolean
  /** Whether the network was asked and answered. */
  readonly isAnswered: boolean
  /** ISO 8601. */
  readonly firstSeen: string
  readonly lastSeen: string
  /** How often it came out just so. */
  readonly count: number
}

/** What recording an admission would change. */
export interface AdmissionChange {
  /** `changed`: another decision, another canonical URL or another reason would be in force. */
  readonly change: 'new' | 'changed' | 'none'
  /** What is in force. */
  readonly before: StoredAdmission | null
}

/** What became of an admission in the registry. */
export interface AdmissionReceipt {
  /** Whether it is the one in force of its original; one that proves less gives way to what was found under the same policy. */
  readonly isInForce: boolean
  /** Whether it says something that was not recorded before. */
  readonly isNew: boolean
  /** The page that it leads to; null where nothing is stored. */
  readonly pageId: number | null
}
