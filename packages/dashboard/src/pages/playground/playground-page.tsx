import { useQuery } from '@tanstack/react-query'
import { definePolicy, type PolicySpec } from '@canonist/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { policyQuery, sampleQuery, statusQuery } from '../../data/queries.ts'
import { downloadText } from '../../ui/download.ts'
import { Failure, Loading, Message } from '../../ui/states.tsx'
import { CompareButton } from './compare-button.tsx'
import { EffectCard } from './effect-card.tsx'
import { OpenPolicy } from './open-policy.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { readPolicy } from './read-policy.ts'
import { splitLines } from './read-sample.ts'
import { RekeyButton } from './rekey-button.tsx'
import { SampleCard, type Sample } from './sample-card.tsx'
import { usePolicyEffect } from './use-policy-effect.ts'
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

/** Edit a policy, and see at once what merges and what splits. It runs in the browser, and stores nothing. */
export function PlaygroundPage() {
  const [text, setText] = useState(START)
  const [sample, setSample] = useState<Sample>({ usesRegistry: true, pasted: '', file: null })
  const deferred = useDeferredValue(text)
  const read = useQuery({
    queryKey: ['playground', deferred],
    queryFn: () => readPolicy(deferred),
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const registered = useQuery(sampleQuery(SAMPLE_SIZE))
  const active = useActivePolicy()
  const urls = useMemo(
    () => [
      ...splitLines(sample.pasted),
      ...(sample.file?.urls ?? []),
      ...(sample.usesRegistry ? (registered.data?.urls ?? []) : []),
    ],
    [sample, registered.data],
  )
  const mine = read.data?.ok === true ? read.data.policy : undefined
  const effect = usePolicyEffect(urls, active.policy?.spec, mine?.spec)
  const error = active.error ?? (sample.usesRegistry ? registered.error : null)
  return (
    <div className="stack">
      <div className="row wrap between">
        <div className="lead">
          <h1>Playground</h1>
          <p className="muted s">Edit a policy; see at once what merges and what splits. Nothing is stored.</p>
        </div>
        <div className="row wrap">
          <OpenPolicy onOpen={setText} />
          <button
            className="button"
            type="button"
            onClick={() => downloadText(`${mine?.name ?? 'policy'}.yaml`, 'application/yaml', text)}
          >
            Save as file
          </button>
          {mine !== undefined && active.policy !== undefined && (
            <>
              <CompareButton active={active.policy} mine={mine} />
              <RekeyButton spec={mine.spec} />
            </>
          )}
        </div>
      </div>
      <div className="grid playground">
        <div className="stack">
          <PolicyEditor text={text} onChange={setText} state={read.data} />
          <SampleCard sample={sample} onChange={setSample} registered={registered.data?.urls.length} />
        </div>
        <section className="card" aria-label="Effect">
          {read.data?.ok === false ? (
            <Message title="The policy is not valid.">Fix it to see what merges and what splits.</Message>
          ) : error !== null ? (
            <Failure error={error} />
          ) : effect === null || (sample.usesRegistry && registered.isPending) ? (
            <Loading lines={8} />
          ) : (
            <EffectCard effect={effect} />
          )}
        </section>
      </div>
    </div>
  )
}

/** The policy that makes the keys of the registry; it need not be a built-in one. */
function useActivePolicy() {
  const status = useQuery(statusQuery)
  const name = status.data?.policy.name
  const query = useQuery({ ...policyQuery(name ?? ''), enabled: name !== undefined })
  const spec = query.data?.spec
  const policy = useMemo(() => (spec === undefined ? undefined : definePolicy(spec as unknown as PolicySpec)), [spec])
  return { policy, error: status.error ?? query.error }
}
