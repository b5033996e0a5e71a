import { useQuery } from '@tanstack/react-query'
import { policies, type PolicyName } from '@canonist/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { sampleQuery, statusQuery } from '../../data/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatCount, formatDuration, plural } from '../../ui/format.ts'
import { Loading, Message } from '../../ui/states.tsx'
import { UrlDiff } from '../../ui/url-diff.tsx'
import { comparePolicies, type PolicyEffect, type UrlGroup } from './group-urls.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { readPolicy, type ReadPolicy } from './read-policy.ts'
import { RekeyButton } from './rekey-button.tsx'
import './playground.css'

const START = `name: mine
extends: dedupe
www: strip
query:
  keep: [ref]
sites:
  shop.example.com:
    query:
      defaults: { page: '1' }
examples:
  - input: https://www.example.com/tea?utm_source=x
    url: https://example.com/tea
`

const SAMPLE_SIZE = 20_000
/** More groups than a person reads; the download has all. */
const SHOWN_GROUPS = 100

/** Edit a policy, and see at once what merges and what splits. It runs in the browser, and stores nothing. */
export function PlaygroundPage() {
  const [text, setText] = useState(START)
  const [pasted, setPasted] = useState('')
  const deferred = useDeferredValue(text)
  const status = useQuery(statusQuery)
  const sample = useQuery(sampleQuery(SAMPLE_SIZE))
  const read = useQuery({
    queryKey: ['playground', deferred],
    queryFn: () => readPolicy(deferred),
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const active = policies[(status.data?.policy.name ?? 'dedupe') as PolicyName] ?? policies.dedupe
  const urls = useMemo(
    () => [
      ...pasted
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      ...(sample.data?.urls ?? []),
    ],
    [pasted, sample.data],
  )
  const effect = useMemo(
    () => (read.data?.ok === true ? comparePolicies(urls, active, read.data.policy) : null),
    [read.data, urls, active],
  )
  return (
    <div className="stack">
      <div className="row wrap between">
        <div>
          <h1>Playground</h1>
          <p className="muted s">
            Edit a policy; see at once what merges and what splits against {active.name}. Nothing is stored.
          </p>
        </div>
        <div className="row">
          <a
            className="button"
            download="policy.yaml"
            href={`data:application/yaml;charset=utf-8,${encodeURIComponent(text)}`}
          >
            Save as file
          </a>
          {read.data?.ok === true && <RekeyButton spec={read.data.policy.spec} />}
        </div>
      </div>
      <div className="grid playground">
        <div className="stack">
          <PolicyEditor text={text} onChange={setText} state={read.data} />
          <Card
            title="Sample"
            note={
              sample.data === undefined ? 'loading' : `${formatCount(sample.data.urls.length)} URLs of the registry`
            }
            padded
          >
            <label className="stack">
              <span className="muted s">
                A random sample of the registry, the same every time. Add your own URLs, one a line:
              </span>
              <textarea
                className="input mono"
                rows={5}
                spellCheck={false}
                value={pasted}
                onChange={(event) => setPasted(event.target.value)}
              />
            </label>
          </Card>
        </div>
        <section className="card" aria-label="Effect">
          {effect !== null ? (
            <Effect effect={effect} urls={urls.length} />
          ) : read.data?.ok === false ? (
            <Wrong state={read.data} />
          ) : (
            <Loading lines={8} />
          )}
        </section>
      </div>
    </div>
  )
}

const Wrong = ({ state }: { readonly state: Extract<ReadPolicy, { ok: false }> }) => (
  <Message title={state.path === '' ? 'The policy is not valid.' : `${state.path} is not valid.`}>
    {state.message}
  </Message>
)

function Effect({ effect, urls }: { readonly effect: PolicyEffect; readonly urls: number }) {
  const { merges, splits, stay, invalid, ms } = effect
  if (urls === 0)
    return <Message title="No URLs to try it on.">Paste some at the left, or add a list to the registry.</Message>
  return (
    <>
      <div className="row wrap summary">
        <span>
          <b>{formatCount(merges.length)}</b> merge
        </span>
        <span>
          <b className={splits.length > 0 ? 'ink-lossy' : ''}>{formatCount(splits.length)}</b> split
        </span>
        <span className="muted">{formatCount(stay)} pages stay</span>
        {invalid > 0 && <span className="muted">{plural(invalid, 'invalid URL')}</span>}
        <span className="faint xs end">
          {formatCount(urls)} URLs in {formatDuration(ms)}, in this browser
        </span>
      </div>
      {splits.slice(0, SHOWN_GROUPS).map((group) => (
        <Group key={group.url} group={group} word="1 page becomes several" isSplit />
      ))}
      {merges.slice(0, SHOWN_GROUPS).map((group) => (
        <Group key={group.url} group={group} word={group.url} />
      ))}
      {merges.length > SHOWN_GROUPS && (
        <p className="pad muted s">{formatCount(merges.length - SHOWN_GROUPS)} more merges.</p>
      )}
      {merges.length + splits.length === 0 && <Message title="The sample stays as it is." />}
    </>
  )
}

function Group({
  group: { url, members },
  word,
  isSplit = false,
}: {
  readonly group: UrlGroup
  readonly word: string
  readonly isSplit?: boolean
}) {
  return (
    <div className={isSplit ? 'group split' : 'group'}>
      <div className="row between">
        <span className="url strong">{word}</span>
        {isSplit && <Chip tone="lossy">split</Chip>}
      </div>
      <ul>
        {members.slice(0, 6).map((member) => (
          <li key={member}>
            {isSplit ? <span className="url">{member}</span> : <UrlDiff before={member} after={url} />}
          </li>
        ))}
        {members.length > 6 && <li className="faint">{formatCount(members.length - 6)} more</li>}
      </ul>
    </div>
  )
}
