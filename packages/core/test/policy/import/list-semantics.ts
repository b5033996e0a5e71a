// What the foreign lists do by themselves, written from their documentation and not from our importers: small, slow
// interpreters that say which pairs of a URL a list removes, and URLs that such a list has something to say about.
import { normalize, type Policy } from '../../../src/index.ts'
import { chance, pick, type Random } from '@canonist/test-support/random-url.ts'

/** Whether a list removes a pair (`name=value`) from a URL. */
export type Removes = (url: string, pair: string) => boolean

const readName = (pair: string): string => decodeURIComponent(pair.split('=')[0] ?? '')

interface Provider {
  readonly urlPattern: string
  readonly completeProvider?: boolean
  readonly rules?: readonly string[]
  readonly exceptions?: readonly string[]
}

export interface Catalogue {
  readonly providers: Readonly<Record<string, Provider>>
}

/** An unescaped dot between the labels of a host is a dot whose backslash was forgotten. */
function urlExpression(source: string): RegExp {
  const [, start = '', host = '', rest = ''] = /^(\^?https\?:(?:\\?\/){2})((?:[^\\/]|\\[^/])*)(.*)$/s.exec(source) ?? []
  return new RegExp(start === '' ? source : start + host.replace(/(?<=[a-z])\.(?=[a-z])/g, '\\.') + rest, 'i')
}

/** Every provider whose pattern fits and of which no exception fits removes the names that a rule matches as a whole. */
export function clearUrlsRemoves({ providers }: Catalogue): Removes {
  const all = Object.values(providers)
    .filter(({ completeProvider }) => completeProvider !== true)
    .map(({ urlPattern, rules = [], exceptions = [] }) => ({
      url: urlExpression(urlPattern),
      exceptions: exceptions.map(urlExpression),
      rules: rules.map((rule) => new RegExp(`^(?:${rule})$`, 'i')),
    }))
  return (url, pair) =>
    all.some(
      (provider) =>
        provider.rules.some((rule) => rule.test(readName(pair))) &&
        provider.url.test(url) &&
        !provider.exceptions.some((exception) => exception.test(url)),
    )
}

interface Filter {
  readonly isException: boolean
  readonly target: string
  readonly options: ReadonlyMap<string, string>
}

function parseFilter(line: string): Filter | null {
  const found = /^(@@)?([^!#]*?)\$((?:[^$]*,)?(?:removeparam|queryprune)(?:[=,].*)?)$/.exec(line)
  if (found === null || line.startsWith('!')) return null
  const [, mark, target = '', text = ''] = found
  const options = new Map<string, string>()
  for (const option of text.match(/[\w~-]+=~?\/(?:\\.|[^\\/])+\/\w*|(?:\\,|[^,])+/g) ?? []) {
    const at = option.indexOf('=')
    options.set(at === -1 ? option : option.slice(0, at), at === -1 ? '' : option.slice(at + 1))
  }
  return { isException: mark !== undefined, target, options }
}

/** https://adguard.com/kb/general/ad-filtering/create-own-filters/#basic-rules-special-characters */
function targetExpression(target: string): RegExp {
  const body = target
    .replace(/^\|\|/, '\u0001')
    .replace(/^\|/, '\u0002')
    .replace(/\|$/, '\u0003')
    .replace(/[.+?${}()[\]\\/|]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\^/g, '(?:[^\\w.%-]|$)')
    .replace('\u0001', '^https?://(?:[^/?#]*\\.)?')
    .replace('\u0002', '^')
    .replace('\u0003', '$')
  return new RegExp(body, 'i')
}

function hostIsIn(host: string, domain: string): boolean {
  const open = /^(.*)\.\*$/.exec(domain)?.[1]
  if (open === undefined) return host === domain || host.endsWith(`.${domain}`)
  return new RegExp(`(?:^|\\.)${open.replaceAll('.', '\\.')}\\.[a-z0-9-]+(?:\\.[a-z]{2})?$`).test(host)
}

const PAGE_OPTIONS = ['document', 'doc', 'all']
const REQUEST_OPTIONS =
  'beacon css font frame image media object other ping popup script stylesheet subdocument webrtc websocket xhr xmlhttprequest'.split(
    ' ',
  )
const HARMLESS = ['removeparam', 'queryprune', 'domain', 'from', 'to', 'denyallow', 'important', '_']

function isForPages({ options }: Filter): boolean {
  const names = [...options.keys()]
  if (names.some((name) => /^~(?:document|doc)$/.test(name))) return false
  return names.some((name) => PAGE_OPTIONS.includes(name)) || !names.some((name) => REQUEST_OPTIONS.includes(name))
}

interface CompiledFilter {
  readonly isException: boolean
  readonly fits: (url: string) => boolean
  readonly means: (pair: string) => boolean
}

function compileFilter({ options, target, isException }: Filter): CompiledFilter {
  const expression = targetExpression(target)
  const listed = (name: string): string[] => (options.get(name) ?? '').split('|').filter((each) => each !== '')
  const domains = [...listed('domain'), ...listed('from'), ...listed('to')]
  const included = domains.filter((domain) => !domain.startsWith('~'))
  const excluded = [
    ...domains.filter((domain) => domain.startsWith('~')).map((each) => each.slice(1)),
    ...listed('denyallow'),
  ]
  const namesHost = target.startsWith('||')
  const hasCondition = [...options.keys()].some(
    (name) => ![...HARMLESS, ...PAGE_OPTIONS, ...REQUEST_OPTIONS].includes(name.replace(/^~(?!$)/, '')),
  )
  return {
    isException,
    // What depends on the page around a link, or on the program, may hold or not: rules do not hold then, exceptions do.
    fits(url) {
      if (!isException && (hasCondition || (namesHost && domains.length > 0))) return false
      if (!expression.test(url)) return false
      const { hostname } = new URL(url)
      if (isException && namesHost) return true
      if (included.length > 0 && !included.some((domain) => hostIsIn(hostname, domain))) return false
      return isException || !excluded.some((domain) => hostIsIn(hostname, domain))
    },
    means: compileValue(options.get('removeparam') ?? options.get('queryprune') ?? ''),
  }
}

function compileValue(text: string): (pair: string) => boolean {
  const isInverted = text.startsWith('~')
  const value = isInverted ? text.slice(1) : text
  const [, source] = /^\/(.+)\/\w*$/.exec(value) ?? []
  const expression = source === undefined ? null : new RegExp(source.replaceAll('\\,', ','), 'i')
  const name = value.replaceAll('\\,', ',').toLowerCase()
  return (pair) => {
    const isMeant =
      value === '' ||
      (expression === null ? readName(pair).toLowerCase() === decodeURIComponent(name) : expression.test(pair))
    return isMeant !== isInverted
  }
}

/** A filter removes what it means where its target fits, unless an exception that means the pair fits, too. */
export function removeParamRemoves(list: string): Removes {
  const lines = list.split(/\r?\n/).map((line) => line.trim())
  const disabled = new Set(
    lines.filter((line) => line.endsWith(',badfilter')).map((line) => line.replace(/,badfilter$/, '')),
  )
  const filters = lines
    .filter((line) => !line.endsWith(',badfilter') && !disabled.has(line))
    .map(parseFilter)
    .filter((filter): filter is Filter => filter !== null && isForPages(filter))
  const compiled = filters.map(compileFilter)
  const cache = new Map<string, typeof compiled>()
  return (url, pair) => {
    const fitting = cache.get(url) ?? compiled.filter(({ fits }) => fits(url))
    if (cache.size > 100) cache.clear()
    cache.set(url, fitting)
    const meaning = fitting.filter(({ means }) => means(pair))
    return meaning.length > 0 && meaning.every(({ isException }) => !isException)
  }
}

const WORDS = ['a', 'x1', 'shop', 'item', 'Ref', '2']

/** A text that a regular expression matches, more or less. */
export function sampleExpression(source: string, random: Random): string {
  let at = 0
  const choices = (): string => {
    const texts = [sequence()]
    while (source[at] === '|') {
      at++
      texts.push(sequence())
    }
    return pick(texts, random)
  }
  const sequence = (): string => {
    let text = ''
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const start = at
      const one = atom()
      const [whole = '', quantifier = ''] = /^([*+?]|\{[\d,]+\})\??/.exec(source.slice(at)) ?? []
      at += whole.length
      if (quantifier === '') text += one
      else text += repeated(start, one, quantifier)
    }
    return text
  }
  /** Reads the atom again, so that each turn may choose otherwise. */
  const repeated = (start: number, first: string, quantifier: string): string => {
    const least = quantifier === '+' ? 1 : Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? 0)
    const end = at
    let text = least > 0 || chance(2, random) ? first : ''
    for (let turn = 1; turn < least || (quantifier !== '?' && chance(3, random)); turn++) {
      at = start
      text += atom()
    }
    at = end
    return text
  }
  const atom = (): string => {
    const char = source[at++] ?? ''
    if (char === '(') {
      if (source.startsWith('?:', at) || source.startsWith('?=', at)) at += 2
      const text = choices()
      at++
      return text
    }
    if (char === '[') {
      const [whole = ']'] = /^(?:\\.|[^\]])*\]/.exec(source.slice(at)) ?? []
      at += whole.length
      const tries = Array.from('abz019-_.&=/', (each) => each).filter((each) =>
        new RegExp(`^[${whole}$`, 'i').test(each),
      )
      return tries.length > 0 ? pick(tries, random) : ''
    }
    if (char === '\\') {
      const escaped = source[at++] ?? ''
      return escaped === 'd' ? '7' : escaped
    }
    if (char === '^' || char === '$') return ''
    return char === '.' ? pick(['.', 'a', '/'], random) : char
  }
  return choices()
}

const ENDINGS = ['.com', '.co.uk', '.de', '.com.br', '.co']
const tail = (random: Random): string => (chance(3, random) ? '' : `/${pick(WORDS, random)}`)

/** URLs at the places that a catalogue speaks of, and beside them. */
export function randomCatalogueUrl({ providers }: Catalogue, random: Random): string {
  const all = Object.values(providers)
  const provider = pick(all, random)
  const other = pick(all, random)
  const exceptions = [...(provider.exceptions ?? []), ...(chance(4, random) ? (other.exceptions ?? []) : [])]
  const from = exceptions.length > 0 && chance(2, random) ? pick(exceptions, random) : provider.urlPattern
  const source = from === '.*' ? '^https?:\\/\\/elsewhere\\.example' : from
  const start = sampleExpression(
    source.replaceAll('(?:\\.[a-z]{2,}){1,}', pick(ENDINGS, random).replaceAll('.', '\\.')),
    random,
  )
  const rules = [provider, other, ...all.filter(({ urlPattern }) => urlPattern === '.*')].flatMap(
    ({ rules: own = [] }) => own,
  )
  return finishUrl(
    start,
    () => (rules.length > 0 ? sampleExpression(pick(rules, random).replace('(?:%3F)?', ''), random) : 'id'),
    random,
  )
}

/** URLs at the places that a filter list speaks of, and beside them. */
export function randomFilterUrl(list: string): (random: Random) => string {
  const filters = list
    .split(/\r?\n/)
    .map(parseFilter)
    .filter((filter): filter is Filter => filter !== null)
  const domains = filters.flatMap(({ options }) =>
    ['domain', 'denyallow'].flatMap((name) => (options.get(name) ?? '').split('|').filter((each) => each !== '')),
  )
  const names = filters.map(({ options }) => options.get('removeparam') ?? 'id')
  const nameFrom = (value: string, random: Random): string => {
    const [, source] = /^~?\/(.+)\/\w*$/.exec(value) ?? []
    return source === undefined ? value.replace(/^~/, '') : sampleExpression(source.replaceAll('\\,', ','), random)
  }
  return (random) => {
    const { target, options } = pick(filters, random)
    const domain = pick(domains.length > 0 ? domains : ['elsewhere.example'], random).replace(/^~/, '')
    const host = (chance(5, random) ? domain : /^\|\||^:\/\//.test(target) ? '' : domain).replace(
      /\*$/,
      pick(ENDINGS, random).slice(1),
    )
    const spelled = target
      .replace(/^\|\||^:\/\/|\|$/g, '')
      .replace(/^([^/^*?]*\.)\*?(?=[/^]|$)/, (_, name: string) => name + pick(ENDINGS, random).slice(1))
      .replace(/\*/g, () => pick(['', 'x', 'a/b'], random))
      .replace(/\^/g, () => pick(['/', ''], random))
    const start =
      host === '' ? spelled : host + (spelled.startsWith('/') || spelled.startsWith('?') ? spelled : tail(random))
    const value = options.get('removeparam') ?? 'id'
    return finishUrl(
      `https://${start}`,
      () => nameFrom(chance(2, random) ? value : pick(names, random), random),
      random,
    )
  }
}

/** A start with a subdomain perhaps, a tail perhaps, and pairs whose values tell them apart. */
function finishUrl(start: string, name: () => string, random: Random): string {
  const moved = chance(5, random) ? start.replace('://', '://sub.') : start
  const [front = '', query] = moved.replace(/#.*/s, '').split('?', 2)
  const place = front + (query === undefined && chance(2, random) ? tail(random) : '')
  const pairs = Array.from({ length: 1 + random(4) }, () => `${encodeURIComponent(name() || 'id')}=`)
  const own = query === undefined ? [] : query.split('&')
  const all = chance(2, random) ? [...own, ...pairs] : [...pairs, ...own]
  return `${place}?${all.map((pair, index) => (pair.includes('=') ? `${pair}v${index}` : `${pair}=v${index}`)).join('&')}`
}

export interface Comparison {
  readonly urls: number
  /** Pairs that the list removes, and those of them that the policy removes. */
  readonly removable: number
  readonly removed: number
  /** Pairs that the policy removes and the list does not. */
  readonly wider: readonly string[]
}

/** Sets a policy beside the list that it was imported from. */
export function compareWithList(policy: Policy, removes: Removes, nextUrl: () => string, count: number): Comparison {
  const wider: string[] = []
  let [urls, removable, removed] = [0, 0, 0]
  while (urls < count) {
    urls++
    const url = URL.parse(nextUrl())?.href
    if (url === undefined || !/^https?:/.test(url)) continue
    const pairs = url.split('?').slice(1).join('?').split('&')
    const left = new Set(normalize(url, policy).split('?').slice(1).join('?').split('&'))
    const plain = new Set(normalize(url, 'rfc3986').split('?').slice(1).join('?').split('&'))
    for (const pair of pairs) {
      const spelled = normalize(`https://e.com/?${pair}`, 'rfc3986').split('?').slice(1).join('?')
      if (!plain.has(spelled)) continue
      const isRemoved = !left.has(spelled)
      const isRemovable = removes(url, pair)
      if (isRemovable) removable++
      if (isRemovable && isRemoved) removed++
      if (isRemoved && !isRemovable) wider.push(`${pair} of ${url}`)
    }
  }
  return { urls, removable, removed, wider }
}
