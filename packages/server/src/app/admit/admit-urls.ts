import type { Admission } from '@canonist/web/internal/admit/admission'
import type { Input } from '@canonist/lists/internal/io/input'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { runUrls, type UrlResult } from '../fetching/run-urls.ts'
import type { Admissions, RecordedAdmission } from './admissions.ts'

export interface AdmittedUrl {
  readonly admission: Admission
  readonly recorded: RecordedAdmission
}

export interface AdmitUrlsOptions {
  /** A polite one; null sends no requests. */
  readonly fetcher: Fetcher | null
  readonly concurrency?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Admits the URLs of lists. A result is recorded before it is yielded. */
export async function* admitUrls(
  inputs: readonly Input[],
  admissions: Admissions,
  { fetcher, concurrency, signal }: AdmitUrlsOptions,
): AsyncGenerator<UrlResult<AdmittedUrl>> {
  const results = runUrls<Admission>(inputs, {
    concurrency,
    signal,
    work: (url) => admissions.admit(url, fetcher),
    refuse: ({ input }) => admissions.refuse(input),
  })
  for await (const item of results) {
    if (item.state !== 'done') yield item
    else {
      const admission = item.result
      yield { ...item, result: { admission, recorded: await admissions.record(admission) } }
    }
  }
}
