import type { DecisionEffect } from '@canonist/client'
import type { ReactNode } from 'react'
import { plural } from '../../ui/format.ts'

/** What a decision would change, as a sentence. */
export function describeEffect(effect: DecisionEffect): ReactNode {
  if (effect.changes === 'nothing') return 'Nothing changes. The question does not come back.'
  if (effect.changes === 'policy') return describeDifferences(effect.differences)
  if (effect.changes === 'verdict')
    return effect.pageDecision === 'accepted'
      ? `The new content of ${plural(effect.pages, 'page')} counts as good.`
      : `Links to ${plural(effect.pages, 'page')} count as taken over, and are no longer cited.`
  return (
    <>
      The {effect.fact.replaceAll('_', ' ')} of {effect.host} becomes <code>{effect.value}</code>
      {effect.before !== null && (
        <>
          {' '}
          instead of <code>{effect.before}</code>
        </>
      )}
      .
    </>
  )
}

function describeDifferences({
  changed,
  merges,
  splits,
}: Extract<DecisionEffect, { changes: 'policy' }>['differences']): string {
  if (changed === 0) return 'The policy changes; no registered page does.'
  const parts = [
    ...(merges.count > 0 ? [`${plural(merges.pages, 'page')} merge into ${merges.count}`] : []),
    ...(splits.count > 0 ? [`${plural(splits.count, 'page')} split into ${splits.into}`] : []),
  ]
  return parts.length === 0 ? `${plural(changed, 'page')} get another key.` : `${parts.join(', and ')}.`
}
