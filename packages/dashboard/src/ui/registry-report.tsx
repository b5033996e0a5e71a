import type { DiffPoliciesOutput } from 'canonist/client'
import { plural } from './format.ts'
import './registry-report.css'

type Report = Pick<DiffPoliciesOutput, 'pages' | 'changed' | 'merges' | 'splits'>

/** What a change of policy does to all pages of the registry: numbers, then examples. */
export function RegistryReport({ report: { pages, changed, merges, splits } }: { readonly report: Report }) {
  return (
    <div className="stack tight s">
      <p>
        {plural(changed, 'page')} of {plural(pages, 'page')} would get another key. {plural(merges.pages, 'page')} would
        merge into {plural(merges.count, 'page')}, and {plural(splits.count, 'page')} would split into{' '}
        {plural(splits.into, 'page')}.
      </p>
      {merges.examples.length + splits.examples.length > 0 && (
        <ul className="report">
          {splits.examples.map(({ url, into }) => (
            <li key={`split ${url}`}>
              <b>splits</b> <span className="url">{url}</span>
              <Urls urls={into} />
            </li>
          ))}
          {merges.examples.map(({ url, from }) => (
            <li key={`merge ${url}`}>
              <b>merges</b> <span className="url">{url}</span>
              <Urls urls={from} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Urls = ({ urls }: { readonly urls: readonly string[] }) => (
  <ul>
    {urls.map((url) => (
      <li key={url} className="url faint">
        {url}
      </li>
    ))}
  </ul>
)
