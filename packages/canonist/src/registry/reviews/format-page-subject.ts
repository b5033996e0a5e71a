import { hashUrl } from '@canonist/core'
import { findHost } from '../spelling.ts'

/** An index of PostgreSQL takes no more than 2,700 bytes. */
const MAX_SUBJECT_LENGTH = 600

/** The URL of a page as the subject of a review; one that is too long for that is known by its host and its hash. */
export function formatPageSubject(url: string): string {
  return url.length <= MAX_SUBJECT_LENGTH ? url : `${findHost(url)} sha256:${hashUrl(url)}`
}
