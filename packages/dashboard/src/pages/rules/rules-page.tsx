import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ListLearnedInput, Review } from '@canonist/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { learnedQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { StateChip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { describeError, Failure, Loading, Message } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { RuleEvidence } from './rule-evidence.tsx'
import { RuleTrial } from './rule-trial.tsx'
import './rules.css'

const STATES = ['open', 'accepted', 'rejected', 'all'] as const

/** What was learned from crawl logs, with its evidence; a person adopts or rejects it. */
export function RulesPage() {
  const { state = 'open' } = useSearch({ from: '/shell/rules' })
  const query = useInfiniteQuery(learnedQuery({ state } as ListLearnedInput))
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
      <nav className="row tabs s" aria-label="States">
        {STATES.map((each) => (
          <Link key={each} to="/rules" search={{ state: each }} aria-current={each === state ? 'true' : undefined}>
            {each}
          </Link>
        ))}
      </nav>
      {query.isError && (
        <section className="card">
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </section>
      )}
      {query.isPending && (
        <section className="card">
          <Loading lines={6} />
        </section>
      )}
      {query.isSuccess && rules.length === 0 && (
        <section className="card">
          {state === 'open' || state === 'all' ? (
            <Message title={state === 'all' ? 'Nothing learned yet.' : 'No rule waits for a decision.'}>
              Run <code>canonist learn crawl.jsonl --db canonist.db</code>, or learn from the queue under{' '}
              <Link to="/runs">Runs</Link>.
            </Message>
          ) : (
            <Message title={`No rule is ${state}.`} />
          )}
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
  const mayDecide = useMay('admin')
  const undo = useMutation({
    mutationFn: () => client.undoDecision({ id: rule.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['learned'] }),
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  const decide = useMutation({
    mutationFn: (verb: 'adopt' | 'reject') =>
      verb === 'adopt' ? client.adoptLearned({ id: rule.id }) : client.rejectLearned({ id: rule.id }),
    onSuccess: (_, verb) => {
      showToast(verb === 'adopt' ? 'The rule is part of the policy now.' : 'The rule is rejected.', undo.mutate)
      return queries.invalidateQueries({ queryKey: ['learned'] })
    },
    onError: (error) => showToast(`${describeError(error).title} ${describeError(error).text}`),
  })
  return (
    <section className="card">
      <header>
        <h2 className="rule-name">{rule.subject}</h2>
        <span className="end row">
          <StateChip state={rule.state} />
        </span>
      </header>
      <div className="pad stack">
        <RuleEvidence rule={rule} />
        {isTrying && <RuleTrial id={rule.id} />}
        {rule.state === 'open' && (
          <div className="row wrap">
            <button className="button" type="button" disabled={isTrying} onClick={() => setTrying(true)}>
              Try on the registry
            </button>
            {mayDecide && (
              <>
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
              </>
            )}
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
