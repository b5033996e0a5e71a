import { hashUrl } from '@canonist/core'
import { findHost } from '../spelling.ts'

/** An index entry in PostgreSQL has at most 2,700 bytes. */
const MAX_SUBJECT_LENGTH = 600

/** Formats the URL of a page as the subject of a review: a long one as host and hash. */
export function formatPageSubject(url: string): string {
  return url.length <= MAX_SUBJECT_LENGTH ? url : `${findHost(url)} sha256:${hashUrl(url)}`
}
