import { useMutation } from '@tanstack/react-query'
import type { Policy } from '@canonist/core'
import type { DiffPoliciesOutput } from '@canonist/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { compareSpecs } from './compare-specs.ts'
import { RegistryReport } from '../../ui/registry-report.tsx'

interface CompareButtonProps {
  readonly active: Policy
  readonly mine: Policy
}

/** Compares the edited policy with the active one: field by field, and over the whole registry. */
export function CompareButton({ active, mine }: CompareButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const diff = useMutation({
    mutationFn: (): Promise<DiffPoliciesOutput> =>
      client.diffPolicies({ from: { ...active.spec }, to: { ...mine.spec }, sample: 5 }),
  })
  const fields = compareSpecs(active.spec, mine.spec)
  return (
    <>
      <button
        className="button"
        type="button"
        onClick={() => {
          setOpen(true)
          diff.mutate()
        }}
      >
        Compare with {active.name}
      </button>
      {isOpen && (
        <Dialog title={`${mine.name} and ${active.name}`} onClose={() => setOpen(false)}>
          {active.fingerprint === mine.fingerprint ? (
            <p className="muted">Both have the same rules, and give every URL the same key.</p>
          ) : (
            <table className="s">
              <thead>
                <tr>
                  <th>field</th>
                  <th>{active.name} (active)</th>
                  <th>{mine.name}</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(({ path, before, after }) => (
                  <tr key={path}>
                    <td className="mono">{path}</td>
                    <td className="mono">{before}</td>
                    <td className="mono">{after}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <h2>In the whole registry</h2>
          {diff.data !== undefined ? (
            <RegistryReport report={diff.data} />
          ) : diff.isError ? (
            <Failure error={diff.error} onRetry={() => diff.mutate()} />
          ) : (
            <Loading />
          )}
        </Dialog>
      )}
    </>
  )
}
