import { useQuery } from '@tanstack/react-query'
import { reviewQuery } from '../../data/queries.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RegistryReport } from '../../ui/registry-report.tsx'

/** What the rule would do to the pages of the registry, with examples. Nothing is changed. */
export function RuleTrial({ id }: { readonly id: number }) {
  const query = useQuery(reviewQuery(id))
  return (
    <QueryView query={query} lines={3}>
      {({ effects }) =>
        effects?.accept.changes === 'policy' ? (
          <RegistryReport report={effects.accept.differences} />
        ) : (
          <p className="muted s">No page of the registry would change.</p>
        )
      }
    </QueryView>
  )
}
