import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../data/client.ts'
import { describeError } from '../../ui/states.tsx'
import { describeBulk } from './describe-bulk.ts'

interface BulkEffectProps {
  readonly ids: readonly number[]
  readonly decision: 'accept' | 'reject'
}

/** Waits this long after the last selection: people select with a key, one question after the other. */
const PAUSE_MS = 300

/** What one decision for all selected questions would change together. */
export function BulkEffect({ ids, decision }: BulkEffectProps) {
  const wanted = ids.join()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error } = useQuery({
    queryKey: ['reviews', 'preview', decision, asked],
    queryFn: ({ signal }) => {
      const decisions = asked.split(',').map((id) => ({ id: Number(id), decision }))
      return client.previewDecisions({ decisions }, { signal })
    },
    enabled: asked !== '' && asked === wanted,
  })
  if (error !== null) return <p>The effect cannot be shown: {describeError(error).title}</p>
  if (data === undefined || asked !== wanted) return <p>Comparing all of them …</p>
  return (
    <ul className="effects">
      {describeBulk(data).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
