import { PAGE_FIELDS } from '@canonist/registry/internal/registry/page-record'

/** How a value is stored where the format has types. */
export type ColumnType = 'text' | 'number' | 'truth' | 'time' | 'json'

export interface ExportColumn {
  readonly name: string
  readonly type: ColumnType
}

const text = (name: string): ExportColumn => ({ name, type: 'text' })
const number = (name: string): ExportColumn => ({ name, type: 'number' })
const truth = (name: string): ExportColumn => ({ name, type: 'truth' })
const time = (name: string): ExportColumn => ({ name, type: 'time' })
const json = (name: string): ExportColumn => ({ name, type: 'json' })

/** The fields of everything that is exported, in order. */
export const EXPORT_COLUMNS = {
  pages: Object.entries(PAGE_FIELDS).map(([name, type]): ExportColumn => ({ name, type })),
  aliases: [
    text('rawUrl'),
    text('key'),
    number('pageId'),
    text('canonicalUrl'),
    text('evidence'),
    text('fragment'),
    number('count'),
    time('firstSeen'),
    time('lastSeen'),
  ],
  rejected: [
    text('rawUrl'),
    text('rawBytes'),
    text('code'),
    text('message'),
    number('count'),
    time('firstSeen'),
    time('lastSeen'),
  ],
  reviews: [
    number('id'),
    text('kind'),
    text('subject'),
    json('detail'),
    number('count'),
    text('state'),
    time('openedAt'),
    time('lastSeen'),
    time('decidedAt'),
    text('decidedBy'),
    text('why'),
    json('decision'),
  ],
  admissions: [
    number('id'),
    text('decision'),
    text('canonical'),
    text('original'),
    text('reason'),
    json('flags'),
    json('notes'),
    json('stripped'),
    json('unknownParams'),
    text('fragment'),
    json('redirectChain'),
    text('language'),
    json('alternates'),
    json('pagination'),
    text('linkType'),
    json('classification'),
    text('dedupeKey'),
    text('policyVersion'),
    json('trace'),
    truth('isCurrent'),
    truth('isAnswered'),
    time('firstSeen'),
    time('lastSeen'),
    number('count'),
  ],
  facts: [text('host'), text('name'), text('value'), text('source'), time('observedAt'), json('chain')],
} as const satisfies Record<string, readonly ExportColumn[]>

export type Exported = keyof typeof EXPORT_COLUMNS

export type ExportRow = Readonly<Record<string, unknown>>
