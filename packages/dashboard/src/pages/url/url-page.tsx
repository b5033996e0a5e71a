import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Message } from '../../ui/states.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { CompareCard } from './compare-card.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { FrontierCard } from './frontier-card.tsx'
import { HealthCard } from './health-card.tsx'
import { PageCard } from './page-card.tsx'
import { StepsCard } from './steps-card.tsx'

/** Everything that Canonist knows about one URL, and why. With a second URL: whether both are the same page. */
export function UrlPage() {
  const { u } = useSearch({ from: '/shell/url' })
  if (u === undefined)
    return (
      <section className="card">
        <Message title="Paste a URL into the field above.">
          You will see what each policy makes of it, the page it belongs to, all other URLs of that page with the
          evidence, and its health over time. Canonist sends no request for that.
        </Message>
      </section>
    )
  return <KnownUrl key={u} url={u} />
}

function KnownUrl({ url }: { readonly url: string }) {
  const { with: other } = useSearch({ from: '/shell/url' })
  const [isComparing, setComparing] = useState(other !== undefined)
  useShortcuts({ c: isComparing ? undefined : () => setComparing(true) })
  return (
    <div className="stack">
      <PageCard url={url} onCompare={isComparing ? undefined : () => setComparing(true)} />
      {isComparing && <CompareCard url={url} onClose={() => setComparing(false)} />}
      <div className="grid two">
        <StepsCard url={url} />
        <EvidenceCard url={url} />
      </div>
      <div className="grid halves">
        <HealthCard url={url} />
        <FrontierCard url={url} />
      </div>
    </div>
  )
}
