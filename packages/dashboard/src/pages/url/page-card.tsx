import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FoundPage } from '@canonist/client'
import { client } from '../../data/client.ts'
import { frontierUrlQuery, pageVerdictQuery, statusQuery } from '../../data/queries.ts'
import { useMay } from '../../data/use-caller.ts'
import { Chip, findTone } from '../../ui/chip.tsx'
import { plural, spellWord } from '../../ui/format.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { UrlDiff } from '../../ui/url-diff.tsx'
import { AddButton } from './add-button.tsx'
import { usePage } from './use-page.ts'
import './url.css'

interface PageCardProps {
  readonly url: string
  /** Undefined while two URLs are compared already. */
  readonly onCompare: (() => void) | undefined
}

/** The page that the URL belongs to, or that it is new. */
export function PageCard({ url, onCompare }: PageCardProps) {
  const state = usePage(url)
  if (state.is === 'loading')
    return (
      <section className="card">
        <Loading lines={3} />
      </section>
    )
  if (state.is === 'failed')
    return (
      <section className="card">
        <Failure error={state.error} onRetry={state.retry} />
      </section>
    )
  return state.is === 'known' ? (
    <KnownPage url={url} page={state.page} onCompare={onCompare} />
  ) : (
    <UnknownPage url={url} onCompare={onCompare} />
  )
}

function KnownPage({ url, page, onCompare }: PageCardProps & { readonly page: FoundPage }) {
  const { data: status } = useQuery(statusQuery)
  const { data: health } = useQuery(pageVerdictQuery(page.id))
  const { data: queued } = useQuery(frontierUrlQuery(url))
  const verdict = health?.verdict
  return (
    <section className="card verdict">
      <div>
        <h2>Known page, reached by {plural(page.aliases.length, 'URL')}</h2>
        <h1 className="to">{page.canonicalUrl}</h1>
        {verdict?.movedTo && (
          <p className="s instead">
            Write instead: <UrlDiff before={page.canonicalUrl} after={verdict.movedTo} />
          </p>
        )}
        <div className="row wrap chips">
          {status !== undefined && <Chip tone="accent">{status.policy.name}</Chip>}
          {verdict && (
            <Chip tone={findTone(verdict.verdict)}>
              <span>
                {spellWord(verdict.verdict)} · <Time at={verdict.checkedAt} />
              </span>
            </Chip>
          )}
          {queued !== undefined && (
            <Chip tone={queued.state === 'fetched' ? 'neutral' : findTone(queued.state)}>
              <span>
                {queued.state}
                {queued.dueAt !== null && (
                  <>
                    {' · next '}
                    <Time at={queued.dueAt} />
                  </>
                )}
              </span>
            </Chip>
          )}
          {page.shownLinkType !== null && <Chip tone="note">{page.shownLinkType}</Chip>}
          {page.admissions.length > 0 && <Chip>{plural(page.admissions.length, 'admission')}</Chip>}
          <CompareLink onCompare={onCompare} />
        </div>
      </div>
      <dl className="facts">
        <dt>Key</dt>
        <dd className="mono" title={page.key}>
          {shortenKey(page.key)} <CopyButton text={page.key} />
        </dd>
        <dt>Fetched as</dt>
        <dd className={page.fetchUrl === page.canonicalUrl ? '' : 'url'}>
          {page.fetchUrl === page.canonicalUrl ? 'this URL' : page.fetchUrl}
        </dd>
        <dt>Host</dt>
        <dd>
          <Link to="/hosts/$host" params={{ host: page.host }}>
            {page.host}
          </Link>
        </dd>
        <dt>First seen</dt>
        <dd>
          <Time at={page.firstSeen} />
        </dd>
      </dl>
    </section>
  )
}

const CompareLink = ({ onCompare }: Pick<PageCardProps, 'onCompare'>) =>
  onCompare && (
    <button type="button" className="link xs" onClick={onCompare}>
      compare with another <kbd>c</kbd>
    </button>
  )

/** Browsers offer the clipboard only to pages of this machine or over https. */
const CopyButton = ({ text }: { readonly text: string }) =>
  'clipboard' in navigator && (
    <button
      type="button"
      className="link xs"
      aria-label="Copy the key"
      onClick={() => void navigator.clipboard.writeText(text).then(() => showToast('The key is in the clipboard.'))}
    >
      copy
    </button>
  )

/** The ends of a key are enough to compare two by eye; the whole is in the title and behind the button. */
const shortenKey = (key: string): string =>
  `${key.slice(0, 4)} ${key.slice(4, 8)} … ${key.slice(-8, -4)} ${key.slice(-4)}`

function UnknownPage({ url, onCompare }: PageCardProps) {
  const mayWrite = useMay('write')
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
        <h1 className="to">{item?.ok === true ? item.url : url}</h1>
        {item?.ok === false && <p className="s ink-lossy">{item.message}</p>}
        <div className="row wrap chips">
          <CompareLink onCompare={onCompare} />
        </div>
      </div>
      {item?.ok === true && mayWrite && <AddButton url={url} />}
    </section>
  )
}
