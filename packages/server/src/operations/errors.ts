import { ERRORS as URL_ERRORS, type ErrorEntry } from '@canonist/core'
import { REGISTRY_ERRORS } from '@canonist/registry/internal/registry/errors'
import { REVIEW_ERRORS } from '@canonist/registry/internal/registry/reviews/errors'
import { STORE_ERRORS } from '@canonist/registry/internal/store/errors'
import { LIST_ERRORS } from '@canonist/registry/internal/store/list-error'
import { LINK_ERRORS } from '@canonist/links/internal/files/errors'
import { APP_ERRORS } from '../canonist/errors.ts'
import { RUN_ERRORS } from '../runs/errors.ts'

const TABLE = {
  ...URL_ERRORS,
  ...STORE_ERRORS,
  ...LIST_ERRORS,
  ...REGISTRY_ERRORS,
  ...REVIEW_ERRORS,
  ...RUN_ERRORS,
  ...LINK_ERRORS,
  ...APP_ERRORS,
}

/** A code with which an operation can fail. */
export type OperationErrorCode = keyof typeof TABLE

/** Every error of every operation. */
export const OPERATION_ERRORS: Readonly<Record<OperationErrorCode, ErrorEntry>> = TABLE

/** Any call can fail with these: the input may be wrong, or the database away. */
export const COMMON_ERRORS: readonly OperationErrorCode[] = [
  'app/bad-input',
  ...(Object.keys(STORE_ERRORS) as (keyof typeof STORE_ERRORS)[]).filter((code) => code !== 'store/bad-location'),
]

/** Of operations that take one URL and have no result for a text that is none. */
export const URL_CODES = Object.keys(URL_ERRORS) as (keyof typeof URL_ERRORS)[]

/** Of operations that decide reviews. */
export const REVIEW_CODES = Object.keys(REVIEW_ERRORS) as (keyof typeof REVIEW_ERRORS)[]

/** Of operations that start or steer runs. */
export const RUN_CODES = (Object.keys(RUN_ERRORS) as (keyof typeof RUN_ERRORS)[]).filter(
  (code) => code !== 'upload/in-use',
)

/** Of operations that read a list. */
export const ALL_LIST_ERRORS = Object.keys(LIST_ERRORS) as (keyof typeof LIST_ERRORS)[]

/** Of operations that add pages or move keys. */
export const KEY_ERRORS = [
  'registry/rekey-under-way',
  'registry/policy-changed',
  'registry/policy-outdated',
  'registry/other-policy',
] as const satisfies OperationErrorCode[]
