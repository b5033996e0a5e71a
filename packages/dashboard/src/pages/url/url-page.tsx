import { useSearch } from '@tanstack/react-router'
import { Message } from '../../ui/states.tsx'
import { CompareCard } from './compare-card.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { FrontierCard } from './frontier-card.tsx'
import { HealthCard } from './health-card.tsx'
import { PageCard } from './page-card.tsx'
import { StepsCard } from './steps-card.tsx'

/** Everything that is known of one URL, and why. With a second URL: whether both are the same page. */
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
  return (
    <div className="stack" key={u}>
      <PageCard url={u} />
      <CompareCard url={u} />
      <div className="grid two">
        <StepsCard url={u} />
        <EvidenceCard url={u} />
      </div>
      <div className="grid halves">
        <HealthCard url={u} />
        <FrontierCard url={u} />
      </div>
    </div>
  )
}
