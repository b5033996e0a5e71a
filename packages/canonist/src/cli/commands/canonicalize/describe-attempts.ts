import type {
  Attempt,
  Canonicalized,
  CanonicalizeResult,
  AttemptOutcome,
  CanonicalizeReason,
  CanonicalizeWarning,
} from '@canonist/server/internal/fetching/canonicalize-urls'
import { NET_ERRORS, type NetErrorCode } from '@canonist/web/internal/net/errors'
import { plural } from '@canonist/core/internal/text/plural'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { Paint } from '../../output/paint.ts'
import { formatTable } from '../../output/format-table.ts'

const PURPOSES: Readonly<Record<Attempt['purpose'], string>> = {
  initial: 'requested',
  alternate_scheme: 'tried the other scheme',
  declared: 'requested the declared URL',
  declared_next: 'requested the URL that it declares',
  variant: 'tested',
}

const OUTCOMES: Readonly<Record<Exclude<AttemptOutcome, NetErrorCode>, string>> = {
  answered: 'responded',
  content: 'serves the same content',
  // Followed by what was compared: the items of a feed or the text of a page.
  signature: 'serves the same',
  different: 'serves something else',
  redirects_to_best: 'redirects to the best so far',
  redirects_to_better: 'redirects to a better one',
  redirects_elsewhere: 'redirects elsewhere',
  redirects_to_response: 'redirects to the response URL',
  redirects_to_its_class: 'redirects to another spelling of the response URL',
  http_status: 'responded with an error status',
  empty_body: 'responded with an empty body',
}

function describeReason(found: Canonicalized): string {
  const isDeclared = found.preset === null && DECLARED_SOURCES.has(found.source)
  const merit = isDeclared ? 'is declared by the publisher' : 'is cleaner'
  const reasons: Readonly<Record<CanonicalizeReason, string>> = {
    response_url: 'the server responds at this URL, and there is nothing cleaner to test',
    redirect_verified: 'other URLs redirect to it',
    content_verified: `it serves the same content, and ${merit}`,
    signature_verified: `it serves the same ${nameCompared(found)}, and ${merit}`,
    upgrade_https: 'it serves the same document over https',
    exists_in_db: 'it is already known',
    fallback: 'nothing cleaner could be proved to be the same',
  }
  return reasons[found.reason]
}

const DECLARED_SOURCES: ReadonlySet<Canonicalized['source']> = new Set(['self', 'canonical', 'og'])

/** What an equal signature means for this document. */
const nameCompared = (result: CanonicalizeResult): string => (result.ok && result.kind === 'feed' ? 'items' : 'text')

const PROOFS: Readonly<Record<Canonicalized['evidence'][number]['proof'], string>> = {
  redirect: 'redirects to it',
  content: 'same content',
  signature: 'same',
  database: 'already known',
}

const WARNINGS: Readonly<Record<CanonicalizeWarning, string>> = {
  temporary_redirect: 'the redirect is temporary: its target may change',
  declared_blocked: 'the document declares a URL that may not be fetched',
  declared_malformed: 'the document declares an invalid URL',
  declared_other_language: 'the document declares its version in another language',
  declared_without_credential:
    'the document declares a URL without the credential of this one: it may be the public version',
  canonical_conflict: 'the page declares several canonical URLs, so none counts',
  canonical_loop: 'the declared document declares this one in turn',
  redirect_to_login: 'the redirect leads to a login, which says nothing about the document',
  requires_auth: 'Canonist sent credentials; they are not part of the result',
  budget_exhausted: 'some candidates were not tested: --max-requests was reached',
  deadline_reached: 'some candidates were not tested: no time was left',
  chain_too_long: 'each declared document declares another one: ten were followed',
  body_cut: 'the document is longer than --max-bytes; only its beginning was compared',
  not_a_page: 'the response is not a page',
}

/** Formats what was tried and why this URL won, for people. */
export function describeAttempts(result: CanonicalizeResult, paint: Paint): string {
  const attempts = result.attempts.map((attempt) => [
    `  ${paint('dim', PURPOSES[attempt.purpose])}`,
    toPrintable(attempt.url),
    describeOutcome(attempt, nameCompared(result), paint),
  ])
  const warnings = result.warnings.map((warning) => `  ${paint('yellow', 'note')}  ${WARNINGS[warning]}\n`)
  return `\n${formatTable(attempts, '')}${warnings.join('')}${result.ok ? describeSuccess(result, paint) : describeFailure(result, paint)}`
}

/** `responded with an error status → https://example.com/a (404, 12 ms)` */
function describeOutcome(attempt: Attempt, compared: string, paint: Paint): string {
  const { outcome, status, finalUrl, url, ms } = attempt
  const text = isNetError(outcome) ? toClause(NET_ERRORS[outcome].says) : OUTCOMES[outcome]
  const said = outcome === 'signature' ? `${text} ${compared}` : text
  const number = status === undefined || (status >= 200 && status < 300) ? '' : `${status}, `
  const place = finalUrl === null || finalUrl === url ? '' : ` → ${toPrintable(finalUrl)}`
  const isGood = outcome === 'content' || outcome === 'signature'
  return `${isGood ? paint('green', said) : said}${place} ${paint('dim', `(${number}${ms} ms)`)}`
}

const toClause = (sentence: string): string =>
  sentence.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()).replace(/\.$/, '')

const isNetError = (outcome: AttemptOutcome): outcome is NetErrorCode => Object.hasOwn(NET_ERRORS, outcome)

function describeSuccess(found: Canonicalized, paint: Paint): string {
  const { reason, requests, hops, evidence } = found
  const also = evidence.map(({ url, proof }) => {
    const proved = proof === 'signature' ? `${PROOFS[proof]} ${nameCompared(found)}` : PROOFS[proof]
    return `  ${paint('dim', 'also')}  ${toPrintable(url)} ${paint('dim', `(${proved})`)}\n`
  })
  const cost = `${plural(requests, 'request')}, ${plural(hops, 'redirect')}`
  return `  ${paint('bold', reason)}: ${describeReason(found)} ${paint('dim', `(${cost})`)}\n${also.join('')}\n`
}

function describeFailure({ error, message }: Extract<CanonicalizeResult, { ok: false }>, paint: Paint): string {
  return `  ${paint('red', error)}: ${toPrintable(message)}\n\n`
}
