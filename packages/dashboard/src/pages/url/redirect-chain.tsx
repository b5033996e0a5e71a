import { Link } from '@tanstack/react-router'
import type { Observation } from '@canonist/client'
import { Chip } from '../../ui/chip.tsx'
import { Time } from '../../ui/time.tsx'

const ARRIVALS: Readonly<Record<string, string>> = {
  same_page: 'another spelling of the same page',
  elsewhere: 'another page',
  home: 'the home page of the site',
  outside: 'a host that the policy does not allow, which got no request',
}

/** Where the last check was redirected, step by step. */
export function RedirectChain({ look: { at, chain, arrival, status } }: { readonly look: Observation }) {
  return (
    <div className="s">
      <p className="muted">
        Redirects of the last check, <Time at={at} />:
      </p>
      <ol className="chain">
        {chain.map((step, index) => (
          // A loop visits a URL twice, so only the place tells its steps apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Chip tone={step.status === 301 || step.status === 308 ? 'safe' : 'usual'}>{step.status}</Chip>
            <Link className="url" to="/url" search={{ u: step.to }}>
              {step.to}
            </Link>
          </li>
        ))}
      </ol>
      <p className="muted">
        {status === null ? 'No response at the end' : `Ended with ${status}`}
        {ARRIVALS[arrival] !== undefined && ` at ${ARRIVALS[arrival]}`}.
      </p>
    </div>
  )
}
