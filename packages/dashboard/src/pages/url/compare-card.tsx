import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Change, PolicyName } from '@canonist/client'
import { useRef, useState, type FormEvent } from 'react'
import { comparisonQuery } from '../../data/queries.ts'
import { Chip, TierChip } from '../../ui/chip.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { UrlDiff } from '../../ui/url-diff.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { useChosenPolicy } from './use-chosen-policy.ts'
import { usePage } from './use-page.ts'

const LIST = new Intl.ListFormat('en')

/** Whether this URL and a second one are the same page, and why. */
export function CompareCard({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const { with: other } = useSearch({ from: '/shell/url' })
  const { policy } = useChosenPolicy()
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
      <form className="row wrap pad" onSubmit={submit}>
        <label className="muted s" htmlFor="other">
          Compare with
        </label>
        <input
          id="other"
          ref={input}
          // The card was opened by a key or a button for this field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={other === undefined}
          className="input mono grow"
          placeholder="another URL"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button className="button" type="submit" disabled={text.trim() === ''}>
          Compare <kbd>c</kbd>
        </button>
        <button
          className="button"
          type="button"
          onClick={() => {
            onClose()
            void navigate({ search: (before) => ({ ...before, with: undefined }), resetScroll: false })
          }}
        >
          Close
        </button>
      </form>
      {other !== undefined && <Comparison a={url} b={other} policy={policy} />}
    </section>
  )
}

function Comparison({ a, b, policy }: { readonly a: string; readonly b: string; readonly policy: PolicyName }) {
  const comparison = useQuery(comparisonQuery(a, b, policy))
  const [first, second] = [usePage(a), usePage(b)]
  // A redirect, equal content or a person can make two URLs one page that no rule makes one.
  const isOnePage = first.is === 'known' && second.is === 'known' && first.page.id === second.page.id
  return (
    <QueryView query={comparison} lines={2}>
      {({ same, urls, changes, differsIn }) => (
        <div className="pad stack compared">
          <p className="row wrap">
            <Chip tone={same || isOnePage ? 'safe' : 'lossy'}>
              {same || isOnePage ? 'same page' : 'different pages'}
            </Chip>
            <span className="muted s">
              {same
                ? `Both have this URL under ${policy}:`
                : `Under ${policy} they differ in ${LIST.format(differsIn)}${isOnePage ? ', but the registry has evidence that both are one page' : ''}:`}
            </span>
          </p>
          <p>
            <UrlDiff before={String(urls[0])} after={String(urls[1])} />
          </p>
          <div className="grid halves">
            <Side title="The first URL" url={a} changes={changes[0] as readonly Change[]} />
            <Side title="The second URL" url={b} changes={changes[1] as readonly Change[]} />
          </div>
        </div>
      )}
    </QueryView>
  )
}

interface SideProps {
  readonly title: string
  readonly url: string
  readonly changes: readonly Change[]
}

/** One of the two URLs, with the rules that changed it. */
function Side({ title, url, changes }: SideProps) {
  return (
    <div className="side s">
      <h3>{title}</h3>
      <span className="url">{url}</span>
      {changes.length === 0 ? (
        <p className="muted">No rule changes it.</p>
      ) : (
        <ul className="changed">
          {changes.map(({ rule, tier, detail }) => (
            <li key={`${rule} ${detail ?? ''}`} className="row wrap">
              {rule} <TierChip tier={tier} /> {detail !== undefined && <span className="faint xs">{detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
