import { describeReport, type Report } from './describe-report.ts'
import './registry-report.css'

/** What a change of policy does to all pages of the registry: numbers, then examples. */
export function RegistryReport({ report }: { readonly report: Report }) {
  const { merges, splits } = report
  return (
    <div className="stack tight s">
      <p>{describeReport(report)}</p>
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
