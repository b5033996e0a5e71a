import type { Review } from '@canonist/client'
import { Examples } from '../../ui/examples.tsx'
import { formatCount } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { readRuleDetail } from './read-rule-detail.ts'

/** What supports a rule: how many URLs it would change, what it does, and pairs of URLs for and against it. */
export function RuleEvidence({ rule: { detail, count, openedAt } }: { readonly rule: Review }) {
  const { fields, proof, examples } = readRuleDetail(detail)
  return (
    <>
      <p className="muted s gain">
        <b>{formatCount(count)}</b> {count === 1 ? 'URL' : 'URLs'} would change
        {proof !== null && ` · ${proof}`} · found <Time at={openedAt} />
      </p>
      {fields.length > 0 && (
        <dl className="facts">
          {fields.map(({ site, field, value }) => (
            <Field key={`${site} ${field}`} name={field} value={`${value}  (${site})`} />
          ))}
        </dl>
      )}
      {examples.length > 0 && <Examples texts={examples} />}
    </>
  )
}

const Field = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="mono">{value}</dd>
  </>
)
