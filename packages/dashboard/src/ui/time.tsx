import { formatExact, formatRelative } from './format.ts'
import { useNow } from './use-now.ts'

/** A time, relative to now; exact on hover and for screen readers that ask for it. */
export function Time({ at }: { readonly at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(Date.parse(at), now)}
    </time>
  )
}
