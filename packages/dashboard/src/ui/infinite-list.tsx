import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Part } from '@canonist/client'
import { memo, useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { Failure, Loading } from './states.tsx'

export interface Column<Item> {
  readonly head: string
  /** A track of CSS grid. */
  readonly width: string
  readonly isNumber?: boolean
  readonly cell: (item: Item) => ReactNode
}

interface InfiniteListProps<Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Part<Item>>>
  readonly columns: readonly Column<Item>[]
  readonly getKey: (item: Item) => string | number
  readonly label: string
  /** Where the list has no rows. */
  readonly empty: ReactNode
}

const ROW_HEIGHT = 38

/** A list of any length: only the rows on the screen are in the document, and the next part is loaded before its end is reached. */
export function InfiniteList<Item>({ query, columns, getKey, label, empty }: InfiniteListProps<Item>) {
  const rows = useRef<HTMLDivElement>(null)
  const items = useMemo(() => query.data?.pages.flatMap((part) => part.items) ?? [], [query.data])
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: rows.current?.offsetTop ?? 0,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= items.length - 40) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, items.length])

  if (query.isError && items.length === 0) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Loading lines={8} />
  if (items.length === 0) return empty
  const style = { '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties
  return (
    <div className="list" role="table" aria-label={label} aria-rowcount={hasNextPage ? -1 : items.length} style={style}>
      <div className="head" role="row">
        {columns.map(({ head, isNumber }) => (
          <span key={head} role="columnheader" className={isNumber === true ? 'num' : ''}>
            {head}
          </span>
        ))}
      </div>
      <div className="rows" role="rowgroup" ref={rows} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const item = items[index]
          return (
            item !== undefined && (
              <Row
                key={getKey(item)}
                item={item}
                index={index}
                offset={start - virtual.options.scrollMargin}
                columns={columns}
                measure={virtual.measureElement}
              />
            )
          )
        })}
      </div>
      {isFetchingNextPage && <Loading lines={2} />}
    </div>
  )
}

interface RowProps<Item> {
  readonly item: Item
  readonly index: number
  /** From the top of the list, in pixels. */
  readonly offset: number
  readonly columns: readonly Column<Item>[]
  readonly measure: (row: HTMLElement | null) => void
}

/** Drawn once: while the list is scrolled, only the rows that come into view are. */
const Row = memo(function Row<Item>({ item, index, offset, columns, measure }: RowProps<Item>) {
  return (
    <div
      className="item"
      role="row"
      aria-rowindex={index + 1}
      data-index={index}
      ref={measure}
      style={{ transform: `translateY(${offset}px)` }}
    >
      {columns.map(({ head, isNumber, cell }) => (
        <span key={head} role="cell" data-head={head} className={isNumber === true ? 'num' : ''}>
          {cell(item)}
        </span>
      ))}
    </div>
  )
}) as <Item>(props: RowProps<Item>) => ReactNode
