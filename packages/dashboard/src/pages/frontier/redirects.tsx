import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { frontierReasonsQuery } from '../../data/queries.ts'
import { formatCount, spellWord } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { listRedirectProblems } from './list-redirect-problems.ts'

/** URLs that redirects keep from being fetched: loops, chains that are too long, targets that are not allowed. */
export function Redirects() {
  const query = useQuery(frontierReasonsQuery())
  return (
    <QueryView query={query} lines={3}>
      {({ totals }) => {
        const problems = listRedirectProblems(totals)
        return problems.length === 0 ? (
          <Message title="No redirect is in conflict.">Every redirect that was followed led to a page.</Message>
        ) : (
          <ul className="pad problems">
            {problems.map(({ reason, urls, words }) => (
              <li key={reason}>
                <Link to="/frontier" search={{ view: 'redirects', reason }} resetScroll={false}>
                  <b>{formatCount(urls)}</b> {spellWord(reason)}
                </Link>
                {words !== '' && <span className="faint xs">{words}</span>}
              </li>
            ))}
          </ul>
        )
      }}
    </QueryView>
  )
}
