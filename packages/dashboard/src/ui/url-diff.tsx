import { diffUrls, type DiffPart } from './diff-urls.ts'

const TAGS = { same: 'span', deleted: 'del', inserted: 'ins' } as const

interface UrlDiffProps {
  readonly before: string
  readonly after: string
  /** Whether what is only in the first URL is marked as the part in question, not as a deletion. */
  readonly isQuestion?: boolean
}

/** One URL in which deletions and insertions are marked. */
export function UrlDiff({ before, after, isQuestion = false }: UrlDiffProps) {
  return (
    <span className="url">
      {diffUrls(before, after).map(({ kind, text }: DiffPart, index) => {
        const Tag = isQuestion && kind === 'deleted' ? 'mark' : TAGS[kind]
        // The parts of a diff have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        return <Tag key={index}>{text}</Tag>
      })}
    </span>
  )
}
