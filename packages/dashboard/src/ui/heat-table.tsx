import { Link, type LinkProps } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { buildHeatTable, type Ranking } from './build-heat-table.ts'
import { formatCount, formatShort, plural, spellWord } from './format.ts'
import './heat-table.css'

interface HeatTableProps {
  readonly ranking: Ranking
  /** What is counted: `URL`. */
  readonly unit: string
  /** The rows behind a cell; without a host, behind a column. */
  readonly toRows: (name: string, host?: string) => Pick<LinkProps, 'to' | 'search'>
}

/** Hosts and what is wrong with them. The colour repeats the number; a cell leads to its rows. */
export function HeatTable({ ranking, unit, toRows }: HeatTableProps) {
  const { names, rows, computeHeat } = buildHeatTable(ranking)
  return (
    <div className="pad heat">
      <table style={{ '--names': names.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">host</span>
            </th>
            {names.map((name) => (
              <th scope="col" key={name}>
                <Link {...toRows(name)} resetScroll={false}>
                  {spellWord(name)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ host, counts }) => (
            <tr key={host ?? ''} className={host === null ? 'others' : undefined}>
              <th scope="row" title={host ?? undefined}>
                {host === null ? (
                  <span className="muted">{plural(ranking.others.hosts, 'other')}</span>
                ) : (
                  <Link to="/hosts/$host" params={{ host }}>
                    {host}
                  </Link>
                )}
              </th>
              {names.map((name) => {
                const count = counts[name] ?? 0
                return (
                  <td key={name} className={`level-${computeHeat(count)}`}>
                    {count > 0 && host === null && <span>{formatShort(count)}</span>}
                    {count > 0 && host !== null && (
                      <Link
                        {...toRows(name, host)}
                        resetScroll={false}
                        title={`${plural(count, unit)} of ${host}: ${spellWord(name)}`}
                        aria-label={`${formatShort(count)} ${unit}s of ${host}: ${spellWord(name)}${count < 10_000 ? '' : `, ${formatCount(count)}`}`}
                      >
                        {formatShort(count)}
                      </Link>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
