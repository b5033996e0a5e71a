import { resolveUrl, type Declared } from './declared.ts'
import { parseLinkValues, type LinkValue } from './parse-link-values.ts'

/** One link of a `Link` header that is about the document itself. */
export interface LinkHeader extends Declared {
  /** Lower-case. */
  readonly rels: readonly string[]
  readonly hreflang: readonly string[]
  readonly type: string | null
}

const MAX_LINKS = 1000

/**
 * Reads the links that `Link` headers state about the document at `url` (RFC 8288). Skips parts that cannot be read.
 *
 * @example
 * readLinkHeader(['</feed>; rel="self"'], 'https://example.com/')[0]?.url // 'https://example.com/feed'
 */
export function readLinkHeader(values: readonly string[], url: string): readonly LinkHeader[] {
  const links: LinkHeader[] = []
  for (const value of values) {
    for (const link of parseLinkValues(value)) {
      if (links.length >= MAX_LINKS) return links
      if (isAbout(link, url)) links.push(toLinkHeader(link, url))
    }
  }
  return links
}

/** The links of one relation. */
export function filterByRel(links: readonly LinkHeader[], rel: string): readonly LinkHeader[] {
  return links.filter(({ rels, raw }) => raw !== '' && rels.includes(rel))
}

function toLinkHeader({ target, parameters }: LinkValue, url: string): LinkHeader {
  return {
    raw: target,
    url: resolveUrl(target, url),
    // https://www.rfc-editor.org/rfc/rfc8288#section-3.3: a second rel is ignored.
    rels: splitWords(findParameter(parameters, 'rel') ?? ''),
    hreflang: parameters.filter(({ name }) => name === 'hreflang').map(({ value }) => value),
    type: findParameter(parameters, 'type'),
  }
}

/** With an anchor, a link is about another resource or a part of this one. */
function isAbout({ parameters }: LinkValue, url: string): boolean {
  const anchor = findParameter(parameters, 'anchor')
  return anchor === null || resolveUrl(anchor, url) === resolveUrl('', url)
}

function findParameter(parameters: LinkValue['parameters'], name: string): string | null {
  return parameters.find((parameter) => parameter.name === name)?.value ?? null
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}
