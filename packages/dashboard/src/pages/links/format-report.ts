import type { Verdict } from '@canonist/client'
import { formatCsv } from '../../ui/format-csv.ts'

const HEAD = ['url', 'verdict', 'reasons', 'write_instead', 'since', 'checked', 'last_good', 'priority']

/** Verdicts as a table for people. */
export const formatReport = (verdicts: readonly Verdict[]): string =>
  formatCsv([
    HEAD,
    ...verdicts.map(({ url, verdict, reasons, movedTo, since, checkedAt, lastGood, priority }) => [
      url,
      verdict,
      reasons.join(' '),
      movedTo ?? '',
      since,
      checkedAt,
      lastGood ?? '',
      priority,
    ]),
  ])
