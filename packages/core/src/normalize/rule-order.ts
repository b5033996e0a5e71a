import type { PolicyRule, QueryRule } from './rule.ts'
import { addDefaultPort } from './rules/add-default-port.ts'
import { addTrailingSlash } from './rules/add-trailing-slash.ts'
import { addWww } from './rules/add-www.ts'
import { collapseSlashes } from './rules/collapse-slashes.ts'
import { decodeUnreservedEscapes } from './rules/decode-unreserved.ts'
import { escapeStrayPercents } from './rules/escape-stray-percent.ts'
import { escapeUnsafe } from './rules/escape-unsafe.ts'
import { ipToHost } from './rules/ip-to-host.ts'
import { limitScheme } from './rules/limit-scheme.ts'
import { lowercasePath } from './rules/lowercase-path.ts'
import { removeDefaultParams } from './rules/remove-default-params.ts'
import { removeDefaultPort } from './rules/remove-default-port.ts'
import { removeDirectoryIndex } from './rules/remove-directory-index.ts'
import { removeDots } from './rules/remove-dot-segments.ts'
import { removeEmptyPairs } from './rules/remove-empty-pairs.ts'
import { removeEmptyQuery } from './rules/remove-empty-query.ts'
import { removeEmptyValues } from './rules/remove-empty-values.ts'
import { removeFragment } from './rules/remove-fragment.ts'
import {
  removeListedParams,
  removeSessionParams,
  removeTrackingParams,
  removeUnusedParams,
} from './rules/remove-params.ts'
import { removePathSession } from './rules/remove-path-session.ts'
import { addRootSlash, stripRootSlash } from './rules/root-slash.ts'
import { sortQuery } from './rules/sort-query.ts'
import { stripHostDot } from './rules/strip-host-dot.ts'
import { stripTrailingSlash } from './rules/strip-trailing-slash.ts'
import { stripUserinfo } from './rules/strip-userinfo.ts'
import { stripWww } from './rules/strip-www.ts'
import { uppercaseEscapes } from './rules/uppercase-escapes.ts'

/** Rules on the spelling of path and query. They run first, because path sections are chosen by the respelled path. */
export const SPELLING_RULES: readonly PolicyRule[] = [
  escapeStrayPercents,
  escapeUnsafe,
  uppercaseEscapes,
  decodeUnreservedEscapes,
  removeDots,
]

/** The rules on which URLs count as the same, grouped by the part of the URL that they change. */
export interface MeaningRules {
  readonly place: readonly PolicyRule[]
  readonly query: readonly QueryRule[]
  readonly end: readonly PolicyRule[]
}

/**
 * This order makes one pass enough: a rule never creates work for a rule above it. Sessions go before slashes (removing
 * one may double a slash), names are judged before they are sorted, and every rule that may empty the path, query or
 * fragment comes before the root slash.
 */
export const MEANING_RULES: MeaningRules = {
  place: [
    ipToHost,
    stripHostDot,
    stripWww,
    addWww,
    limitScheme,
    removeDefaultPort,
    addDefaultPort,
    stripUserinfo,
    removePathSession,
    collapseSlashes,
    lowercasePath,
    removeDirectoryIndex,
    stripTrailingSlash,
    addTrailingSlash,
  ],
  query: [
    removeSessionParams,
    removeListedParams,
    removeTrackingParams,
    removeUnusedParams,
    removeDefaultParams,
    removeEmptyValues,
    removeEmptyPairs,
    sortQuery,
    removeEmptyQuery,
  ],
  end: [removeFragment, addRootSlash, stripRootSlash],
}

export const listInOrder = ({ place, query, end }: MeaningRules): readonly (PolicyRule | QueryRule)[] =>
  [place, query, end].flat()
