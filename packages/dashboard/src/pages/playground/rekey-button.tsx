import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RekeyOutput } from '@canonist/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useMay } from '../../data/use-caller.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { RegistryReport } from '../../ui/registry-report.tsx'

/** Moves the keys of all pages to the policy; first it reports what would change. */
export function RekeyButton({ spec }: { readonly spec: object }) {
  const [report, setReport] = useState<Extract<RekeyOutput, { dryRun: true }> | null>(null)
  const queries = useQueryClient()
  const onError = (error: unknown): void => showToast(`${describeError(error).title} ${describeError(error).text}`)
  const undo = useMutation({
    mutationFn: (run: number) => client.undoRekey({ run }),
    onSuccess: ({ pages }) => {
      showToast(`${plural(pages, 'page')} got the former key back.`)
      return queries.invalidateQueries()
    },
    onError,
  })
  const mayRekey = useMay('admin')
  const rekey = useMutation({
    mutationFn: (dryRun: boolean) => client.rekey({ to: { ...spec }, dryRun }),
    onSuccess: (result) => {
      if (result.dryRun) return setReport(result)
      const { run } = result
      showToast(
        `${plural(result.changed, 'page')} got another key; ${result.merged} merged.`,
        run === null ? undefined : () => undo.mutate(run),
      )
      return queries.invalidateQueries()
    },
    onError,
  })
  if (!mayRekey) return null
  return (
    <>
      <button className="button primary" type="button" disabled={rekey.isPending} onClick={() => rekey.mutate(true)}>
        {rekey.isPending ? 'Counting…' : 'Rekey…'}
      </button>
      {report !== null && (
        <ConfirmDialog
          title={`Move ${plural(report.pages, 'page')} to this policy?`}
          action={`Rekey ${plural(report.changed, 'page')}`}
          onConfirm={() => rekey.mutate(false)}
          onClose={() => setReport(null)}
        >
          <RegistryReport report={report} />
          <p className="s">You can undo it here, in the overview, or with canonist policy rekey --undo.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
