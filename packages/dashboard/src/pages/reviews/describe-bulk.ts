import type { PreviewDecisionsOutput } from '@canonist/client'
import { formatCount, plural } from '../../ui/format.ts'

/** What several decisions would change together, one sentence for each kind of change. */
export function describeBulk({ refused, unchanged, facts, verdicts, policy }: PreviewDecisionsOutput): string[] {
  return [
    ...(policy === null ? [] : describePolicy(policy)),
    ...(facts > 0 ? [`${plural(facts, 'fact')} about hosts ${facts === 1 ? 'is' : 'are'} written.`] : []),
    ...(verdicts.accepted > 0 ? [`The new content of ${plural(verdicts.accepted, 'page')} counts as good.`] : []),
    ...(verdicts.refused > 0
      ? [`Links to ${plural(verdicts.refused, 'page')} count as taken over, and are no longer cited.`]
      : []),
    ...(unchanged > 0
      ? [`${plural(unchanged, 'decision')} ${unchanged === 1 ? 'changes' : 'change'} nothing but the question.`]
      : []),
    ...(refused > 0 ? [`${plural(refused, 'decision')} would be refused: decided by now, or not possible.`] : []),
  ]
}

function describePolicy({ reviews, aliases, differences }: NonNullable<PreviewDecisionsOutput['policy']>): string[] {
  const { changed, merges, splits } = differences
  const added = `${plural(reviews, 'rule')} ${reviews === 1 ? 'joins' : 'join'} the policy`
  if (changed === 0) return [`${added}; no registered page changes.`]
  const parts = [
    ...(merges.count > 0 ? [`${plural(merges.pages, 'page')} merge into ${formatCount(merges.count)}`] : []),
    ...(splits.count > 0 ? [`${plural(splits.count, 'page')} split into ${formatCount(splits.into)}`] : []),
  ]
  const effect = parts.length === 0 ? `${plural(changed, 'page')} get another key` : parts.join(', and ')
  return [`${added}.`, `${effect}; ${plural(aliases, 'URL')} ${aliases === 1 ? 'gets' : 'get'} another key.`]
}
