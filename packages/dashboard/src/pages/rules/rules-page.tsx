import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review } from 'canonist/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { learnedQuery } from '../../data/queries.ts'
import { StateChip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { plural } from '../../ui/format.ts'
import { describeError, Failure, Loading, Message } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { RuleEvidence } from './rule-evidence.tsx'
import { RuleTrial } from './rule-trial.tsx'

/** What was learned from crawl logs, with its evidence; a person adopts or rejects it. */
export function RulesPage() {
  const query = useInfiniteQuery(learnedQuery({ state: 'all' }))
  const rules = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className="stack">
      <div>
        <h1>Learned rules</h1>
        <p className="muted s">
          Rules that a crawl log suggests. An adopted rule becomes part of the policy; its pages merge with the next
          rekey.
        </p>
      </div>
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading lines={6} />}
      {query.isSuccess && rules.length === 0 && (
        <section className="card">
          <Message title="Nothing learned yet.">
            Run <code>canonist learn crawl.jsonl --db canonist.db</code>, or start a run of the kind learn.
          </Message>
        </section>
      )}
      {rules.map((rule) => (
        <Rule key={rule.id} rule={rule} />
      ))}
      {query.hasNextPage && (
        <button
          className="button"
          type="button"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </button>
      )}
    </div>
  )
}

function Rule({ rule }: { readonly rule: Review }) {
  const queries = useQueryClient()
  const [isAdopting, setAdopting] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const decide = useMutation({
    mutationFn: (verb: 'adopt' | 'reject') =>
      verb === 'adopt' ? client.adoptLearned({ id: rule.id }) : client.rejectLearned({ id: rule.id }),
    onSuccess: (_, verb) => {
      showToast(verb === 'adopt' ? 'The rule is part of the policy now.' : 'The rule is rejected.')
      return queries.invalidateQueries({ queryKey: ['learned'] })
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  return (
    <section className="card">
      <header>
        <h3>{rule.subject}</h3>
        <span className="end row">
          <StateChip state={rule.state} />
        </span>
      </header>
      <div className="pad stack">
        <p className="muted s">
          {plural(rule.count, 'URL')} · found <Time at={rule.openedAt} />
        </p>
        <RuleEvidence detail={rule.detail} />
        {isTrying && <RuleTrial id={rule.id} />}
        {rule.state === 'open' && (
          <div className="row wrap">
            <button className="button" type="button" disabled={isTrying} onClick={() => setTrying(true)}>
              Try on the registry
            </button>
            <button
              className="button primary"
              type="button"
              disabled={decide.isPending}
              onClick={() => setAdopting(true)}
            >
              Adopt…
            </button>
            <button
              className="button"
              type="button"
              disabled={decide.isPending}
              onClick={() => decide.mutate('reject')}
            >
              Reject
            </button>
          </div>
        )}
      </div>
      {isAdopting && (
        <ConfirmDialog
          title="Adopt this rule?"
          action="Adopt"
          onConfirm={() => decide.mutate('adopt')}
          onClose={() => setAdopting(false)}
        >
          <RuleTrial id={rule.id} />
          <p className="s">Keys change when you rekey, and the rekey can be undone.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
