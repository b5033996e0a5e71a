import { diffUrls, type DiffPart } from './diff-urls.ts'

const TAGS = { same: 'span', deleted: 'del', inserted: 'ins' } as const

/** One URL in which deletions and insertions are marked. */
export function UrlDiff({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <span className="url">
      {diffUrls(before, after).map(({ kind, text }: DiffPart, index) => {
        const Tag = TAGS[kind]
        // The parts of a diff have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        return <Tag key={index}>{text}</Tag>
      })}
    </span>
  )
}
