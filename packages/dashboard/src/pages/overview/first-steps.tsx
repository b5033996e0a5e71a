import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { useMay } from '../../data/use-caller.ts'
import { plural } from '../../ui/format.ts'
import { describeError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { UploadButton } from '../runs/upload-button.tsx'

/** For an empty database: what to do next. */
export function FirstSteps() {
  const queries = useQueryClient()
  const load = useMutation({
    mutationFn: () => client.loadExamples(),
    onSuccess: ({ seen, new: pages, rejected }) => {
      showToast(`${plural(seen, 'URL')}: ${plural(pages, 'page')}, ${rejected} rejected.`)
      return queries.invalidateQueries()
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  const mayWrite = useMay('write')
  return (
    <section className="card pad stack first">
      <div>
        <h1>This database is empty</h1>
        <p className="muted">Canonist finds out which URLs are the same page, and why.{mayWrite && ' Give it some.'}</p>
      </div>
      <ol className="stack">
        {mayWrite && (
          <>
            <li>
              <h3>Look around with examples</h3>
              <p className="muted s">
                URLs of an invented shop, a newspaper and a handbook, with duplicates and mistakes.
              </p>
              <button className="button primary" type="button" disabled={load.isPending} onClick={() => load.mutate()}>
                Load example data
              </button>
            </li>
            <li>
              <h3>Or add your own list</h3>
              <p className="muted s">
                Text, CSV or JSON lines, also compressed. Duplicates are linked to their page, and nothing is fetched.
              </p>
              <UploadButton />
            </li>
          </>
        )}
        <li>
          <h3>{mayWrite ? 'Or paste one URL above' : 'Paste a URL above'}</h3>
          <p className="muted s">See what each policy makes of it, rule by rule. Nothing is stored.</p>
        </li>
      </ol>
    </section>
  )
}
