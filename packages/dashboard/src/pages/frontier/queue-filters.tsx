import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { frontierReasonsQuery } from '../../data/queries.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { HostField } from './host-field.tsx'
import { listClassOptions, listReasonOptions, listStateOptions } from './list-filter-options.ts'
import type { QueueFilter } from './queue-filter.ts'

interface QueueFiltersProps {
  readonly filter: QueueFilter
  readonly onChange: (changed: QueueFilter) => void
  /** What can be done with the rows. */
  readonly children: ReactNode
}

/** The filters of the queue. Each lives in the address, and each stays where it is when it is used. */
export function QueueFilters({ filter, onChange, children }: QueueFiltersProps) {
  const { state, reason, reasonClass, host, q } = filter
  const { data } = useQuery(frontierReasonsQuery(host))
  const totals = data?.totals ?? []
  return (
    <div className="row wrap pad" role="search" aria-label="Filters of the queue">
      <FilterSelect
        name="state"
        all="every state"
        value={state}
        options={listStateOptions(totals, filter)}
        onChange={(chosen) => onChange({ state: chosen })}
      />
      <FilterSelect
        name="reason"
        all="every reason"
        value={reason}
        options={listReasonOptions(totals, filter)}
        isSeveral
        onChange={(chosen) => onChange({ reason: chosen })}
      />
      <FilterSelect
        name="class"
        all="every class"
        value={reasonClass}
        options={listClassOptions(totals, filter)}
        isSeveral
        onChange={(chosen) => onChange({ reasonClass: chosen })}
      />
      <HostField
        value={host}
        // Without a host, a path is not a beginning of anything.
        onChange={(chosen) => onChange({ host: chosen, q: q?.startsWith('/') === true ? undefined : q })}
      />
      <SearchField
        label={host === undefined ? 'Host, or host/path' : 'Path, such as /docs'}
        value={q ?? ''}
        onChange={(text) => onChange({ q: text === '' ? undefined : text })}
      />
      {children}
    </div>
  )
}
