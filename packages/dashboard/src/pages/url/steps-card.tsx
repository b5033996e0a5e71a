import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Change } from '@canonist/client'
import { explanationQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { TierChip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Message } from '../../ui/states.tsx'
import { UrlDiff } from '../../ui/url-diff.tsx'
import { useChosenPolicy } from './use-chosen-policy.ts'

const RISKS = ['safe', 'usually-safe', 'lossy'] as const

/** What a policy does to the URL, rule by rule, each as a diff. */
export function StepsCard({ url }: { readonly url: string }) {
  const { policy, names } = useChosenPolicy()
  const explanation = useQuery(explanationQuery(url, policy))
  const changes = explanation.data?.ok === true ? explanation.data.changes : null
  return (
    <Card title={`What ${policy} does`} note={changes === null ? undefined : summarize(changes)}>
      <nav className="row tabs xs" aria-label="Policies">
        {names.map((name) => (
          <Link
            key={name}
            to="/url"
            search={(before) => ({ ...before, policy: name })}
            replace
            resetScroll={false}
            aria-current={name === policy ? 'true' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <QueryView query={explanation} lines={5}>
        {(result) =>
          result.ok ? (
            <Steps changes={result.changes} notes={result.notes} />
          ) : (
            <Message title="Not a valid URL.">{result.message}</Message>
          )
        }
      </QueryView>
    </Card>
  )
}

function summarize(changes: readonly Change[]): string {
  if (changes.length === 0) return 'nothing to change'
  const riskiest = RISKS.findLast((tier) => changes.some((change) => change.tier === tier)) ?? 'safe'
  return `${plural(changes.length, 'change')} · the riskiest is ${riskiest.replace('-', ' ')}`
}

function Steps({ changes, notes }: { readonly changes: readonly Change[]; readonly notes: readonly string[] }) {
  if (changes.length === 0) return <Message title="No rule of this policy changes the URL." />
  return (
    <>
      <ol className="steps">
        {changes.map(({ rule, tier, before, after, detail }) => (
          <li key={`${rule} ${before}`}>
            <span>
              {rule}
              {detail !== undefined && <span className="faint xs"> {detail}</span>}
            </span>
            <span>
              <TierChip tier={tier} />
            </span>
            <UrlDiff before={before} after={after} />
          </li>
        ))}
      </ol>
      {notes.map((note) => (
        <p className="pad muted s" key={note}>
          {note}
        </p>
      ))}
    </>
  )
}
