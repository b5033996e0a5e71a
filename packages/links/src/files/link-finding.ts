import type { Finding } from '../report/finding.ts'

/** A finding about a link, without its place. */
export type LinkFinding = Omit<Finding, 'place' | 'written' | 'other'>
