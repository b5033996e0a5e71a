import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PolicyName } from 'canonist/client'
import { useRef, useState, type FormEvent } from 'react'
import { comparisonQuery } from '../../data/queries.ts'
import { Chip } from '../../ui/chip.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { UrlDiff } from '../../ui/url-diff.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'

/** Whether this URL and a second one are the same page, and why. */
export function CompareCard({ url }: { readonly url: string }) {
  const { with: other, policy } = useSearch({ from: '/shell/url' })
  const navigate = useNavigate({ from: '/url' })
  const [text, setText] = useState(other ?? '')
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({ c: () => input.current?.select() })
  function submit(event: FormEvent): void {
    event.preventDefault()
    void navigate({ search: (before) => ({ ...before, with: text.trim() }) })
  }
  return (
    <section className="card">
      <form className="row pad" onSubmit={submit}>
        <label className="muted s" htmlFor="other">
          Compare with
        </label>
        <input
          id="other"
          ref={input}
          className="input mono grow"
          placeholder="another URL"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button className="button" type="submit" disabled={text.trim() === ''}>
          Compare <kbd>c</kbd>
        </button>
      </form>
      {other !== undefined && <Comparison a={url} b={other} policy={(policy ?? 'dedupe') as PolicyName} />}
    </section>
  )
}

function Comparison({ a, b, policy }: { readonly a: string; readonly b: string; readonly policy: PolicyName }) {
  const comparison = useQuery(comparisonQuery(a, b, policy))
  return (
    <QueryView query={comparison} lines={2}>
      {({ same, urls, differsIn }) => (
        <div className="pad stack compared">
          <p className="row wrap">
            <Chip tone={same ? 'safe' : 'lossy'}>{same ? 'same page' : 'different pages'}</Chip>
            <span className="muted s">
              {same
                ? `Both have this URL under ${policy}:`
                : `Under ${policy} they differ in ${differsIn.join(' and ')}:`}
            </span>
          </p>
          <UrlDiff before={String(urls[0])} after={String(urls[1])} />
        </div>
      )}
    </QueryView>
  )
}
