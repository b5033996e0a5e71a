import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { TierChip, type Tone } from '../../ui/chip.tsx'
import { FilterChip } from '../../ui/filters.tsx'
import { downloadText } from '../../ui/download.ts'
import { formatCount, formatDuration, plural } from '../../ui/format.ts'
import { Message } from '../../ui/states.tsx'
import { UrlDiff } from '../../ui/url-diff.tsx'
import { formatEffect } from './format-effect.ts'
import type { Cause, PolicyEffect, UrlGroup } from './group-urls.ts'
import { countRules, orderGroups, ORDERS, type Order } from './order-groups.ts'

/** More groups than a person reads; the download has all. */
const SHOWN_GROUPS = 100
const SHOWN_MEMBERS = 6

const ORDER_WORDS: Readonly<Record<Order, string>> = {
  riskiest: 'riskiest first',
  largest: 'largest first',
  rule: 'by rule',
}

/** What merges and what splits, and which rules do it. */
export function EffectCard({ effect }: { readonly effect: PolicyEffect }) {
  const { order: chosen, rule } = useSearch({ from: '/shell/playground' })
  const order = ORDERS.find((each) => each === chosen) ?? 'riskiest'
  const sections = useMemo(() => orderGroups(effect, order, rule), [effect, order, rule])
  const { merges, splits, stay, invalid, urls, ms } = effect
  if (urls === 0)
    return (
      <Message title="No URLs to try it on.">
        Paste some, upload a file, or add a list to the registry: the sample is below the policy.
      </Message>
    )
  const total = merges.length + splits.length
  return (
    <>
      <div className="row wrap summary">
        <span>
          <b>{formatCount(merges.length)}</b> {merges.length === 1 ? 'merge' : 'merges'}
        </span>
        <span>
          <b className={splits.length > 0 ? 'ink-lossy' : ''}>{formatCount(splits.length)}</b>{' '}
          {splits.length === 1 ? 'split' : 'splits'}
        </span>
        <span className="muted">{stay === 1 ? '1 page stays' : `${formatCount(stay)} pages stay`}</span>
        {invalid > 0 && <span className="muted">{plural(invalid, 'invalid URL')}</span>}
        <span className="faint xs">
          {plural(urls, 'URL')} in {formatDuration(ms)}, in this browser
        </span>
      </div>
      {total === 0 ? (
        <Message title="The sample stays as it is.">Both policies consider the same URLs the same page.</Message>
      ) : (
        <>
          <Controls effect={effect} order={order} rule={rule} />
          {sections.map((section) => (
            <Section key={section.rule ?? ''} rule={section.rule} groups={section.groups} />
          ))}
        </>
      )}
    </>
  )
}

interface ControlsProps {
  readonly effect: PolicyEffect
  readonly order: Order
  readonly rule: string | undefined
}

function Controls({ effect, order, rule }: ControlsProps) {
  const navigate = useNavigate({ from: '/playground' })
  const rules = countRules(effect)
  const set = (name: 'order' | 'rule', value: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true, resetScroll: false })
  return (
    <div className="row wrap controls s">
      {ORDERS.map((each) =>
        each === order ? (
          <b key={each}>{ORDER_WORDS[each]}</b>
        ) : (
          <button key={each} type="button" className="link" onClick={() => set('order', each)}>
            {ORDER_WORDS[each]}
          </button>
        ),
      )}
      {rule === undefined ? (
        <select
          className="input"
          aria-label="Only what one rule does"
          value=""
          onChange={(event) => set('rule', event.target.value)}
        >
          <option value="">every rule</option>
          {rules.map(({ rule, groups }) => (
            <option key={rule} value={rule}>
              {rule} ({formatCount(groups)})
            </option>
          ))}
        </select>
      ) : (
        <FilterChip name="rule" value={rule} onRemove={() => set('rule', undefined)} />
      )}
      <button
        type="button"
        className="link end"
        onClick={() => downloadText('policy-effect.csv', 'text/csv', formatEffect(effect))}
      >
        download all
      </button>
    </div>
  )
}

function Section({ rule, groups }: { readonly rule: string | null; readonly groups: readonly UrlGroup[] }) {
  return (
    <>
      {rule !== null && (
        <h3 className="rule-head">
          {rule} <span className="faint xs">{plural(groups.length, 'change')}</span>
        </h3>
      )}
      {groups.slice(0, SHOWN_GROUPS).map((group) => (
        <Group key={`${group.change} ${group.url}`} group={group} />
      ))}
      {groups.length > SHOWN_GROUPS && (
        <p className="pad muted s">{formatCount(groups.length - SHOWN_GROUPS)} more are in the download.</p>
      )}
      {groups.length === 0 && <Message title="No merge or split is the work of this rule." />}
    </>
  )
}

function Group({ group: { change, url, members, causes, risk } }: { readonly group: UrlGroup }) {
  const isSplit = change === 'split'
  return (
    <div className={isSplit ? 'group split' : 'group'}>
      <div className="row between wrap">
        <span className="url strong">{isSplit ? `split: ${url}` : url}</span>
        <span className="row wrap">
          {causes.map((cause) => (
            <CauseChip key={`${cause.acts} ${cause.rule}`} cause={cause} />
          ))}
          <TierChip tier={risk} />
        </span>
      </div>
      <ul>
        {members.slice(0, SHOWN_MEMBERS).map((member) => (
          <li key={member}>
            {isSplit ? <UrlDiff before={url} after={member} /> : <UrlDiff before={member} after={url} />}
          </li>
        ))}
        {members.length > SHOWN_MEMBERS && (
          <li className="faint">{formatCount(members.length - SHOWN_MEMBERS)} more</li>
        )}
      </ul>
    </div>
  )
}

const TONES = { safe: 'safe', 'usually-safe': 'usual', lossy: 'lossy' } as const satisfies Record<string, Tone>

/** A rule that had a part in it; leads to everything that this rule does. */
function CauseChip({ cause: { rule, tier, acts } }: { readonly cause: Cause }) {
  return (
    <Link
      to="/playground"
      search={(before) => ({ ...before, rule })}
      replace
      resetScroll={false}
      className={`chip ${TONES[tier]}`}
    >
      {acts === 'no longer' ? `no ${rule}` : rule}
    </Link>
  )
}
