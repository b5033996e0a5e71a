import type { Edit } from '../edit.ts'
import { THRESHOLDS } from '../../log/thresholds.ts'
import { rewriteTo } from './rewrite.ts'

export const writeScheme = (scheme: 'https' | 'http'): Edit => ({
  id: `scheme ${scheme}`,
  family: 'scheme',
  fields: { scheme },
  prior: THRESHOLDS.prior.structure,
  mayChange: (form) => form.scheme !== `${scheme}:`,
})

export const stripWww: Edit = {
  id: 'www',
  family: 'host',
  fields: { www: 'strip' },
  prior: THRESHOLDS.prior.structure,
  mayChange: ({ host }) => host.startsWith('www.'),
  belongsTo: (host) => host.startsWith('www.'),
}

const LIKELY_MIRROR = /^(?:www\d*|m|mobile|amp|touch|wap|mirror\d*|cdn|static)\./

export const moveHost = (from: string, to: string): Edit => ({
  ...rewriteTo({ match: `//${from}/$*`, to: `//${to}/$*` }, LIKELY_MIRROR.test(from) ? THRESHOLDS.prior.spelling : 0),
  id: `host ${from} ${to}`,
  family: 'host',
  mayChange: ({ host }) => host === from,
  belongsTo: (host) => host === from,
})
