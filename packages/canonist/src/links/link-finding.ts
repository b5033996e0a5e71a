import type { Finding } from '../report/finding.ts'

/** What is found at a link, without its place. */
export type LinkFinding = Omit<Finding, 'place' | 'written' | 'other'>
