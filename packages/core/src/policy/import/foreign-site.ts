import { SECOND_LEVEL_LABELS } from '../../url/domains.ts'

/** A domain that a site section can be named for, in lower case, or null. Other alphabets must come as `xn--`. */
export function readDomain(text: string): string | null {
  const domain = text.toLowerCase()
  return /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(domain) ? domain : null
}

/** A key of `sites`: a domain, or `name.*` for the name under every ending. Null where it is neither. */
export function readSiteKey(text: string): string | null {
  if (!text.endsWith('.*')) return readDomain(text)
  const name = text.slice(0, -2).toLowerCase()
  return readDomain(`${name}.com`) !== null && !SECOND_LEVEL_LABELS.includes(name) ? `${name}.*` : null
}

/**
 * A path prefix without its last slash, `''` for the whole site, or null if it is not a plain path.
 * Foreign prefixes end anywhere, ours at a segment: `/doc` no longer covers `/docs`, which errs on the side of keeping.
 */
export function readPathPrefix(text: string): string | null {
  // The lookbehind keeps this linear: without it, a match is tried at every slash of a run.
  const path = text.replace(/(?<!\/)\/+$/, '')
  return /^(?:\/[\w.~%!$&'()+,;=:@-]+)*$/.test(path) ? path : null
}
