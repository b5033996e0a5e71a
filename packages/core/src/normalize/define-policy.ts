import { foldName } from '../url/query-pairs.ts'
import { SECOND_LEVEL_LABELS, isOpenDomain } from '../url/domains.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { copyFrozen, isPlainObject } from '../policy/copy-frozen.ts'
import { PolicyError, childPath } from '../policy/policy-error.ts'
import { flattenSpec } from '../policy/resolve.ts'
import { fillTemplate, findRewriteFault } from '../policy/rewrite-template.ts'
import type { PolicyFields, PolicySpec, RewriteSpec, SiteSpec } from '../policy/spec.ts'
import { validateSpec } from '../policy/validate.ts'
import { decodeUnreserved, upperCaseEscapes, escapeStrayPercent } from '../url/escapes.ts'
import { PATH_SET, QUERY_SET, lowerAscii, percentDecode, percentEncode, type EncodeSet } from '../url/percent.ts'
import { compilePolicy, type CompiledPolicy, compileSection, type Makers, type SparedSection } from './compile.ts'
import { parseUrl } from './parse.ts'
import { createPolicy, type DefineInline, type Policy } from './policy.ts'
import { createCompletion } from './rules/add-scheme.ts'
import { createRewrite } from './rules/rewrite.ts'
import { trimTrailingSlashes } from './rules/strip-trailing-slash.ts'
import { unwrapRedirector } from './rules/unwrap-redirector.ts'
import { isUnstable } from './run-policy.ts'
import { toComparablePath, compileSites } from './sites.ts'
import { compileGlobs } from '../policy/pattern.ts'
import { DEFAULT_SETTINGS } from '../policy/default-settings.ts'
import type { Settings } from '../policy/settings.ts'
import { removeDotSegments } from '../url/dot-segments.ts'

const MAKERS = {
  completion: createCompletion,
  unwrap: unwrapRedirector,
  rewrite: createRewrite,
  spare: compileSpared,
  sites: compileSites,
}

type DefinePolicy = (spec: PolicySpec) => Policy

export function bindDefinePolicy(idna: DomainToAscii | null): DefinePolicy {
  return (spec) => {
    validateSpec(spec)
    const flat = copyFrozen(canonicalizeSpec(flattenSpec(spec), idna))
    const compiled = compilePolicy(flat, MAKERS)
    rejectCycles(flat, compiled, idna)
    return createPolicy(flat, compiled)
  }
}

/** Compiles a spec that is passed in a call, which needs no name. */
export function bindDefineInline(define: DefinePolicy): DefineInline {
  return (spec) => {
    if (!isPlainObject(spec)) throw new PolicyError('', 'must be a name, a policy or a plain object with its fields')
    if ('fingerprint' in spec) throw new PolicyError('', 'was made by another copy of this library; pass its spec')
    return define({ ...spec, name: spec.name ?? 'inline' })
  }
}

/** Respells hosts, paths and names as they are compared with URLs. */
function canonicalizeSpec(spec: PolicySpec, idna: DomainToAscii | null): PolicySpec {
  const { sites, ...fields } = spec
  return {
    ...fields,
    ...canonicalizeFields('', fields, idna),
    ...(sites && {
      sites: mapEntries('sites', sites, (path, domain, site) => [
        canonicalizeSiteKey(path, domain, idna),
        canonicalizeSite(path, site, idna),
      ]),
    }),
  }
}

function canonicalizeSite(path: string, { paths, ...fields }: SiteSpec, idna: DomainToAscii | null): SiteSpec {
  return {
    ...canonicalizeFields(path, fields, idna),
    ...(paths && {
      paths: mapEntries(childPath(path, 'paths'), paths, (below, prefix, own) => [
        canonicalizePrefix(below, prefix),
        canonicalizeFields(below, own, idna),
      ]),
    }),
  }
}

/** A URL is compared with every rewrite of its section, and so is each probe that a rewrite is tested with. */
const MAX_REWRITES = 1000

function checkRewrites(path: string, rewrites: readonly RewriteSpec[]): void {
  if (rewrites.length > MAX_REWRITES) {
    throw new PolicyError(
      path,
      `has ${rewrites.length} entries, and a section may have ${MAX_REWRITES}; join some with variables ($1, *), or move them to the sites and paths that they are about`,
    )
  }
  for (const [index, rewrite] of rewrites.entries()) {
    const fault = findRewriteFault(rewrite)
    if (fault) throw new PolicyError(childPath(childPath(path, index), fault.field), fault.reason)
  }
}

function canonicalizeFields<T extends PolicyFields>(path: string, fields: T, idna: DomainToAscii | null): T {
  checkRewrites(childPath(path, 'rewrites'), fields.rewrites ?? [])
  const { ipToHost, directoryIndex, query } = fields
  return {
    ...fields,
    ...(fields.rewrites && { rewrites: fields.rewrites.map((rewrite) => canonicalizeRewrite(rewrite, idna)) }),
    ...(ipToHost && {
      ipToHost: mapEntries(childPath(path, 'ipToHost'), ipToHost, (at, address, host) => [
        canonicalizeAddress(at, address, idna),
        canonicalizeHostName(at, host, idna),
      ]),
    }),
    ...(directoryIndex && { directoryIndex: directoryIndex.map((name) => percentEncode(name, PATH_SET)) }),
    ...(query?.defaults && {
      query: {
        ...query,
        defaults: mapEntries(childPath(childPath(path, 'query'), 'defaults'), query.defaults, (_, name, value) => [
          foldName(name),
          percentDecode(value),
        ]),
      },
    }),
  }
}

function mapEntries<T>(
  path: string,
  record: Readonly<Record<string, T>>,
  change: (path: string, key: string, value: T) => [string, T],
): Record<string, T> {
  const changed = new Map<string, T>()
  for (const [key, value] of Object.entries(record)) {
    const at = childPath(path, key)
    const [canonical, own] = change(at, key, value)
    if (changed.has(canonical)) throw new PolicyError(at, `means the same as another entry, ${canonical}; join the two`)
    changed.set(canonical, own)
  }
  return Object.fromEntries(changed)
}

function parseHost(text: string, idna: DomainToAscii | null): string | null {
  const url = parseUrl(`http://${text}/`, idna, null)
  return typeof url === 'string' || url.userinfo + url.port !== '' || url.path !== '/' ? null : url.host
}

const isAddress = (host: string): boolean => /^(?:\[.*\]|[\d.]+)$/.test(host)

/** A domain, or a name under every ending: `amazon.*`. */
function canonicalizeSiteKey(path: string, text: string, idna: DomainToAscii | null): string {
  if (!isOpenDomain(text)) return canonicalizeDomain(path, text, idna)
  const name = canonicalizeHostName(path, text.slice(0, -2), idna)
  if (!SECOND_LEVEL_LABELS.includes(name)) return `${name}.*`
  throw new PolicyError(path, `"${text}" would cover every site below an ending; write the name in front of the ending`)
}

function canonicalizeDomain(path: string, text: string, idna: DomainToAscii | null): string {
  const host = parseHost(text, idna)
  if (host === null) throw new PolicyError(path, `"${text}" is not a host name; write it without scheme, port and path`)
  // Both are valid hosts, but never the one that was meant.
  if (/^\.|\*/.test(host))
    throw new PolicyError(path, 'covers its subdomains without a star or a dot in front; remove the star or dot')
  return host
}

/** Refuses addresses: an address that maps to an address could go on without end. */
function canonicalizeHostName(path: string, text: string, idna: DomainToAscii | null): string {
  const host = canonicalizeDomain(path, text, idna)
  if (isAddress(host)) throw new PolicyError(path, `"${text}" is an address; an address must map to a host name`)
  return host
}

function canonicalizeAddress(path: string, text: string, idna: DomainToAscii | null): string {
  const host = parseHost(text.includes(':') && !text.startsWith('[') ? `[${text}]` : text, idna)
  if (host === null || !isAddress(host)) throw new PolicyError(path, `"${text}" is not an IP address`)
  return host
}

function canonicalizePrefix(path: string, prefix: string): string {
  if (!prefix.startsWith('/')) throw new PolicyError(path, 'must begin with a slash')
  if (/[?#]/.test(prefix)) throw new PolicyError(path, 'is compared with paths only: leave out what begins with ? or #')
  return trimTrailingSlashes(toComparablePath(percentEncode(prefix, PATH_SET)))
}

// "#1" is a variable, and not to be encoded.
const spellTemplate = (text: string, set: EncodeSet): string =>
  decodeUnreserved(
    upperCaseEscapes(
      text
        .split('#')
        .map((part) => percentEncode(part, set))
        .join('#'),
    ),
  )

/** Leaves a regular expression alone; respells a template as the URLs that it will be compared with. */
function canonicalizeRewrite(rewrite: RewriteSpec, idna: DomainToAscii | null): RewriteSpec {
  if (rewrite.match.startsWith('^')) return rewrite
  const [, host = '', path = '', query = ''] = /^(\/\/[^/?]*)?([^?]*)(.*)$/s.exec(rewrite.match) ?? []
  const name =
    host === '' || /[$*]/.test(host) ? lowerAscii(host) : `//${parseHost(host.slice(2), idna) ?? host.slice(2)}`
  return { ...rewrite, match: name + spellTemplate(path, PATH_SET) + spellTemplate(query, QUERY_SET) }
}

/**
 * A policy may change a URL without end: a rewrite that matches its own result, a section that adds www below one that strips
 * it. Each section is tested with URLs of its own shape. What no probe finds is still caught at run time, where the
 * URL keeps its plain spelling.
 */
function rejectCycles(spec: PolicySpec, compiled: CompiledPolicy, idna: DomainToAscii | null): void {
  if (!hasOpposites(spec, compiled)) return
  testSection('', 'host.example', '', spec, compiled, idna)
  for (const [domain, { paths = {}, ...site }] of Object.entries(spec.sites ?? {})) {
    const path = childPath('sites', domain)
    const host = isOpenDomain(domain) ? `${domain.slice(0, -1)}example` : domain
    testSection(path, host, '', site, compiled, idna)
    for (const [prefix, own] of Object.entries(paths)) {
      testSection(childPath(childPath(path, 'paths'), prefix), host, prefix === '/' ? '' : prefix, own, compiled, idna)
    }
  }
}

/**
 * Whether a URL may return to an earlier form: by a rewrite, or by two sections of which one adds the www that the other
 * strips. All other rules only remove something, or add it for good.
 */
function hasOpposites({ sites = {} }: PolicySpec, { everywhere }: CompiledPolicy): boolean {
  if (everywhere.rewrite !== null) return true
  const www = new Set<string | undefined>([everywhere.settings.www])
  for (const { paths = {}, ...site } of Object.values(sites)) {
    for (const { rewrites, www: own } of [site, ...Object.values(paths)]) {
      if (rewrites && rewrites.length > 0) return true
      www.add(own)
    }
  }
  return www.has('add') && www.has('strip')
}

/** Only `$*` takes a slash, and `#1` nothing but digits. */
const chooseFilling = (variable: string, filling: string): string =>
  variable === '$*' || !(variable.startsWith('#') || filling.includes('/')) ? filling : '1'

function testSection(
  path: string,
  domain: string,
  prefix: string,
  fields: PolicyFields,
  compiled: CompiledPolicy,
  idna: DomainToAscii | null,
): void {
  const hosts = isAddress(domain) ? [domain] : [domain, `www.${domain}`]
  for (const [index, { match }] of (fields.rewrites ?? []).entries()) {
    if (match.startsWith('^')) continue
    for (const filling of ['1', 'a', 'a-b', 'A/b']) {
      const text = fillTemplate(match, (variable) => chooseFilling(variable, filling))
      const probe = match.startsWith('//') ? `http:${text}` : `http://${hosts[0]}${text}`
      if (isUnstable(compiled, probe, idna)) {
        throw new PolicyError(
          childPath(childPath(path, 'rewrites'), index),
          `rewrites ${probe} in a loop: its result must not match again`,
        )
      }
    }
  }
  for (const host of hosts) {
    for (const tail of [prefix, `${prefix}/`, `${prefix}/a/b?x=1`]) {
      if (isUnstable(compiled, `http://${host}${tail}`, idna)) {
        throw new PolicyError(path, `rewrites http://${host}${tail} in a loop: its rules undo each other`)
      }
    }
  }
}

/** Compiles `query.except`: for the URLs it names, the same section with every rule on the query turned off. */
function compileSpared(settings: Settings, makers: Makers): SparedSection | null {
  const { except, signed } = settings.query
  if (except.length === 0) return null
  const isCovered = compileGlobs(except.map((glob) => toComparable(percentEncode(glob, QUERY_SET))))
  const query = { ...DEFAULT_SETTINGS.query, ...(signed && { signed }) }
  return {
    covers: (host, path, text) => isCovered(host + (removeDotSegments(toComparable(path)) || '/') + toComparable(text)),
    section: { ...compileSection({ ...settings, session: false, query }, makers), isSpared: true },
  }
}

/** As rfc3986 spells it and in lower case, so that whether a URL is spared does not depend on its spelling. */
const toComparable = (text: string): string => lowerAscii(decodeUnreserved(upperCaseEscapes(escapeStrayPercent(text))))
