// Every table of error codes and of reasons, and the tables of the docs that are made from them.
// Every code must have a row in one of these: test/error-tables.test.ts.
import { replaceTable } from '../../packages/core/scripts/generate/markdown.mjs'
import { REASONS as ADMISSION_REASONS, REQUEST_ERRORS } from '@canonist/web/internal/admit/words'
import { API_ERRORS } from '@canonist/server/internal/http/errors'
import { APP_ERRORS } from '@canonist/server/internal/canonist/errors'
import { RUN_ERRORS } from '@canonist/server/internal/runs/errors'
import { BULK_ERRORS } from '@canonist/lists/internal/bulk/errors'
import { CANONICALIZE_ERRORS } from '@canonist/web/internal/canonicalize/errors'
import { CLIENT_ERRORS } from '@canonist/client/internal/errors'
import { LOG_ERRORS } from '@canonist/learn/internal/logs/errors'
import { FRONTIER_ERRORS } from '@canonist/crawl/internal/frontier/errors'
import { FRONTIER_REASONS } from '@canonist/crawl/internal/frontier/reasons'
import { LINK_ERRORS } from '@canonist/links/internal/files/errors'
import { HEALTH_REASONS, HEALTH_VERDICTS } from '@canonist/links/internal/health/words'
import { IO_ERRORS } from '@canonist/lists/internal/io/errors'
import { LINE_ERRORS } from '@canonist/lists/internal/io/line-errors'
import { GAPS } from '@canonist/links/internal/files/cite/citation'
import { NET_ERRORS } from '@canonist/web/internal/net/errors'
import { REGISTRY_ERRORS } from '@canonist/registry/internal/registry/errors'
import { REVIEW_ERRORS } from '@canonist/registry/internal/registry/reviews/errors'
import { LIST_ERRORS } from '@canonist/registry/internal/store/list-error'
import { STORE_ERRORS } from '@canonist/registry/internal/store/errors'
import { LEARN_ERRORS } from '@canonist/learn/internal/log/unsorted-log-error'
import { ERRORS } from '@canonist/core/internal/url/errors'

/** What is thrown, or returned as `code` or `error`. */
export const ERROR_TABLES = {
  url: ERRORS,
  learn: LEARN_ERRORS,
  network: NET_ERRORS,
  canonicalize: CANONICALIZE_ERRORS,
  admit: REQUEST_ERRORS,
  io: IO_ERRORS,
  lines: LINE_ERRORS,
  logs: LOG_ERRORS,
  bulk: BULK_ERRORS,
  registry: REGISTRY_ERRORS,
  reviews: REVIEW_ERRORS,
  frontier: FRONTIER_ERRORS,
  store: STORE_ERRORS,
  lists: LIST_ERRORS,
  app: { ...LINK_ERRORS, ...APP_ERRORS },
  api: API_ERRORS,
  client: CLIENT_ERRORS,
  runs: RUN_ERRORS,
}

/** What something has as its `reason`, its verdict or its gap. */
export const REASON_TABLES = {
  'frontier reasons': FRONTIER_REASONS,
  'admission reasons': ADMISSION_REASONS,
  'health reasons': HEALTH_REASONS,
  verdicts: HEALTH_VERDICTS,
  gaps: GAPS,
}

/** What gives each code of the library; tested in test/docs/errors.test.ts. */
const EXAMPLES = {
  'url/not-a-string': '`42`',
  'url/empty': "`'  '`",
  'url/too-long': '2,097,153 characters',
  'url/no-scheme': "`'example.com/a'`",
  'url/scheme-not-http': "`'mailto:ada@example.com'`",
  'url/no-host': "`'https://?q=1'`",
  'url/bad-host': "`'https://exa mple.com/'`",
  'url/bad-domain': "`'https://\\u00ad/'`",
  'url/idna-not-loaded': "`'https://münchen.example/'`",
  'url/bad-ipv4': "`'https://192.0.2.256/'`",
  'url/bad-ipv6': "`'https://[2001:db8::1::2]/'`",
  'url/bad-port': "`'https://example.com:99999/'`",
  'policy/unknown': "a policy of `'nope'`",
}

/** What canonicalize folds into each of its codes; tested in test/docs/errors.test.ts. */
const FOLDED = {
  invalid_url: 'invalid',
  blocked: 'blocked, robots',
  network: 'network',
  timeout: 'timeout',
  redirect_loop: '`redirect_loop`',
  too_many_redirects: '`too_many_redirects`',
  bad_redirect: '`bad_redirect`',
  host_busy: 'busy',
  aborted: 'aborted',
}

/** A column: its title, and its cell for a code and its row. */
const word = (title) => [title, (code) => `\`${code}\``]
const field = (title, name = title) => [title, (_, row) => String(row[name])]
const kind = ['kind', (_, row) => row.kind ?? '–']
const retry = ['retry', (_, row) => (row.retry ? 'yes' : 'no')]
const says = field('says')
const fix = field('fix')
const CODES = [word('code'), kind, retry, says, fix]
const NETWORK = [
  word('code'),
  field('class'),
  kind,
  retry,
  says,
  field('fix in the library', 'fix'),
  ['fix in the command', (_, row) => row.commandFix ?? 'the same'],
]
const FRONTIER = [word('reason'), field('class'), field('action'), kind, says, fix]

/** @param page docs/reference/errors.md as it is */
export function makeErrorsPage(page) {
  const own = {
    url: [...CODES, ['example', (code) => EXAMPLES[code]]],
    network: NETWORK,
    api: [...CODES, ['status', (_, row) => String(row.status ?? '–')]],
    canonicalize: [
      word('error'),
      kind,
      retry,
      says,
      fix,
      ['classes and codes of the network', (code) => FOLDED[code] ?? '–'],
    ],
  }
  return Object.entries(ERROR_TABLES).reduce(
    (text, [name, table]) => withTable(text, name, own[name] ?? CODES, table),
    page,
  )
}

/** @param page docs/reference/frontier.md as it is */
export const makeFrontierPage = (page) => withTable(page, 'reasons', FRONTIER, FRONTIER_REASONS)

/** @param page docs/reference/admission.md as it is */
export const makeAdmissionPage = (page) =>
  withTable(page, 'reasons', [word('reason'), kind, says, fix], ADMISSION_REASONS)

/** @param page docs/reference/link-health.md as it is */
export const makeHealthPage = (page) =>
  withTable(
    withTable(page, 'verdicts', [word('verdict'), says, fix], HEALTH_VERDICTS),
    'reasons',
    [word('reason'), kind, says, fix],
    HEALTH_REASONS,
  )

/** @param page docs/reference/command-line.md as it is */
export const makeCommandLinePage = (page) => withTable(page, 'lines', [word('code'), says, fix], LINE_ERRORS)

/** @param page docs/reference/validate.md as it is */
export const makeValidatePage = (page) => withTable(page, 'gaps', [word('gap'), says, fix], GAPS)

function withTable(page, name, columns, table) {
  const rows = Object.entries(table).map(([code, row]) =>
    columns.map(([, cell]) => cell(code, row).replaceAll('|', '\\|')),
  )
  return replaceTable(
    page,
    name,
    columns.map(([title]) => title),
    rows,
  )
}
