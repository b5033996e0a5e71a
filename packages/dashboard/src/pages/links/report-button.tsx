import { useMutation } from '@tanstack/react-query'
import type { ListVerdictsInput, Verdict } from '@canonist/client'
import { client } from '../../data/client.ts'
import { downloadText } from '../../ui/download.ts'
import { plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { formatReport } from './format-report.ts'

/** A spreadsheet opens this many without trouble. "canonist check --report" writes all rows. */
const MAX_ROWS = 50_000

/** Saves the verdicts that the filters show as CSV: what is wrong, since when, and what to write instead. */
export function ReportButton({ filter }: { readonly filter: ListVerdictsInput }) {
  const save = useMutation({
    mutationFn: async () => {
      const rows: Verdict[] = []
      for await (const verdict of client.listVerdicts.all({ ...filter, limit: 500 })) {
        rows.push(verdict)
        if (rows.length === MAX_ROWS) break
      }
      return rows
    },
    onSuccess: (rows) => {
      downloadText('links.csv', 'text/csv', formatReport(rows))
      showToast(
        rows.length === MAX_ROWS
          ? `The report has the first ${plural(rows.length, 'link')}; "canonist check" writes all of them.`
          : `The report has ${plural(rows.length, 'link')}.`,
      )
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  return (
    <button className="button end" type="button" disabled={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? 'Reading…' : 'Download report'}
    </button>
  )
}
