// normalize-url with the work of the policy `dedupe` switched on and everything else off, as far as it can be.
//
// What it cannot be told: it decodes more escapes than unreserved ones, collapses doubled slashes, writes the query anew
// as URLSearchParams does (`a%20b` becomes `a+b`), leaves a bare host without its slash, drops a host's last dot, and
// edits signed URLs. One expression for all names is the kindest form: a list of filters is tried one by one.
import normalizeUrl from 'normalize-url'

import { STRIPPED_NAMES, STRIPPED_PREFIXES } from './dedupe-names.mjs'

const STRIPPED = new RegExp(`^(?:(?:${STRIPPED_PREFIXES.join('|')}).*|${[...STRIPPED_NAMES].join('|')})$`, 'i')

const OPTIONS = {
  stripAuthentication: false,
  stripHash: true,
  stripWWW: false,
  removeQueryParameters: [STRIPPED],
  removeTrailingSlash: false,
  removeSingleSlash: false,
  sortQueryParameters: true,
}

export const normalizeWithPackage = (input) => normalizeUrl(input, OPTIONS)
