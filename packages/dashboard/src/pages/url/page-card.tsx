import { useQuery } from '@tanstack/react-query'
import type { FoundPage } from 'canonist/client'
import { client } from '../../data/client.ts'
import { statusQuery } from '../../data/queries.ts'
import { Chip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { AddButton } from './add-button.tsx'
import { usePage } from './use-page.ts'
import './url.css'

/** The page that the URL belongs to, or that it is new. */
export function PageCard({ url }: { readonly url: string }) {
  const state = usePage(url)
  if (state.is === 'loading')
    return (
      <section className="card">
        <Loading lines={2} />
      </section>
    )
  if (state.is === 'failed')
    return (
      <section className="card">
        <Failure error={state.error} onRetry={state.retry} />
      </section>
    )
  return state.is === 'known' ? <KnownPage page={state.page} /> : <UnknownPage url={url} />
}

function KnownPage({ page }: { readonly page: FoundPage }) {
  const { data: status } = useQuery(statusQuery)
  return (
    <section className="card verdict">
      <div>
        <h2>Known page, reached by {plural(page.aliases.length, 'URL')}</h2>
        <div className="to">{page.canonicalUrl}</div>
        <div className="row wrap chips">
          {status !== undefined && <Chip tone="accent">{status.policy.name}</Chip>}
          <Chip tone="note">{page.linkType}</Chip>
          {page.admissions.length > 0 && <Chip>{plural(page.admissions.length, 'admission')}</Chip>}
        </div>
      </div>
      <dl className="facts">
        <dt>Key</dt>
        <dd className="mono" title={page.key}>
          {shortenKey(page.key)}
        </dd>
        <dt>Fetched as</dt>
        <dd className="url">{page.fetchUrl}</dd>
        <dt>First seen</dt>
        <dd>
          <Time at={page.firstSeen} />
        </dd>
      </dl>
    </section>
  )
}

/** The ends of a key are enough to compare two by eye; the whole is in the title. */
const shortenKey = (key: string): string =>
  `${key.slice(0, 4)} ${key.slice(4, 8)} … ${key.slice(-8, -4)} ${key.slice(-4)}`

function UnknownPage({ url }: { readonly url: string }) {
  const normalized = useQuery({
    queryKey: ['normalized', url],
    queryFn: ({ signal }) => client.normalize({ urls: [url] }, { signal }),
    staleTime: Infinity,
  })
  const item = normalized.data?.items[0]
  return (
    <section className="card verdict">
      <div>
        <h2>{item?.ok === false ? 'Not a URL that can be registered' : 'Not in the registry'}</h2>
        <div className="to">{item?.ok === true ? item.url : url}</div>
        {item?.ok === false && <p className="s ink-lossy">{item.message}</p>}
      </div>
      {item?.ok === true && <AddButton url={url} />}
    </section>
  )
}
