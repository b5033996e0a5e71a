import { compilePatterns } from '@canonist/core/internal/policy/pattern'
import { TRACKING_EXTENDED } from '@canonist/core/internal/policy/tracking-names'
import { percentDecode } from '@canonist/core/internal/url/percent'
import type { Edit } from '../edit.ts'
import { toPattern } from './to-pattern.ts'
import { THRESHOLDS } from '../../log/thresholds.ts'
import { isSessionName, trackingNames } from '@canonist/core/internal/policy/known-names'

const riskyTrackingNames = /* @__PURE__ */ compilePatterns(TRACKING_EXTENDED)

export const stripParameter = (name: string): Edit => ({
  id: `strip ${name}`,
  family: isSessionName(name) ? 'session' : 'parameter',
  fields: { query: { strip: [toPattern(name)] } },
  prior: computePrior(name),
  mayChange: ({ pairs }) => pairs.some((pair) => pair.name === name),
  name,
})

function computePrior(name: string): number {
  if (trackingNames.has(name) || isSessionName(name)) return THRESHOLDS.prior.knownName
  return riskyTrackingNames.has(name) ? THRESHOLDS.prior.spelling : THRESHOLDS.prior.parameter
}

const LIST_START = /^(?:page|p|pg|paged|start|offset|from|index|skip)=[01]?$/

export const dropDefault = (name: string, value: string): Edit => ({
  id: `default ${name}=${value}`,
  family: 'default-value',
  fields: { query: { defaults: { [name]: percentDecode(value) } } },
  prior: LIST_START.test(`${name}=${value}`) ? THRESHOLDS.prior.listStart : THRESHOLDS.prior.template,
  mayChange: ({ pairs }) => pairs.some((pair) => pair.name === name && pair.value === value),
  name,
  value,
})

export const sortParameters: Edit = {
  id: 'sort',
  family: 'parameter-order',
  fields: { query: { sort: true } },
  prior: THRESHOLDS.prior.spelling,
  mayChange: ({ pairs }) => pairs.length > 1,
}

export const dropEmptyQuery: Edit = {
  id: 'empty-query',
  family: 'empty-query',
  fields: { query: { empty: 'strip' } },
  prior: THRESHOLDS.prior.structure,
  mayChange: ({ query }) => query === '?' || /[?&](?:&|$)/.test(query),
}

export const dropFragment: Edit = {
  id: 'fragment',
  family: 'fragment',
  fields: { fragment: 'keep-routes' },
  prior: THRESHOLDS.prior.knownName,
  mayChange: ({ fragment }) => fragment !== '',
}
