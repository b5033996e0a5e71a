import type { PolicySpec } from '@canonist/core'
import { useEffect, useRef, useState } from 'react'
import type { CompareAnswer, CompareMessage } from './compare-worker.ts'
import type { PolicyEffect } from './group-urls.ts'

/** What the second policy would change for a sample, computed beside the page; null until the first result. */
export function usePolicyEffect(
  urls: readonly string[],
  from: PolicySpec | undefined,
  to: PolicySpec | undefined,
): PolicyEffect | null {
  const worker = useRef<Worker>(null)
  const latest = useRef(0)
  const [effect, setEffect] = useState<PolicyEffect | null>(null)
  useEffect(() => {
    const started = new Worker(new URL('compare-worker.ts', import.meta.url), { type: 'module' })
    // Results of texts that have changed since are out of date.
    started.addEventListener('message', ({ data }: MessageEvent<CompareAnswer>) => {
      if (data.id === latest.current) setEffect(data.effect)
    })
    worker.current = started
    return () => started.terminate()
  }, [])
  useEffect(() => send(worker.current, { kind: 'sample', urls }), [urls])
  useEffect(() => {
    if (from === undefined || to === undefined) return
    latest.current += 1
    send(worker.current, { kind: 'compare', id: latest.current, from, to })
  }, [urls, from, to])
  return effect
}

// Messages to a worker have no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const send = (worker: Worker | null, message: CompareMessage): void => worker?.postMessage(message)
