import type { Edit } from '../edit.ts'
import type { ParsedUrl } from '../../log/form.ts'
import { toPattern } from './to-pattern.ts'
import { THRESHOLDS } from '../../log/thresholds.ts'

export const stripSlash: Edit = {
  id: 'slash',
  family: 'slash',
  fields: { trailingSlash: 'strip' },
  prior: THRESHOLDS.prior.structure,
  mayChange: ({ path }) => path.length > 1 && path.endsWith('/'),
}

export const collapseSlashes: Edit = {
  id: 'double-slash',
  family: 'slash',
  fields: { duplicateSlashes: 'collapse' },
  prior: THRESHOLDS.prior.structure,
  mayChange: ({ path }) => path.includes('//'),
}

export const lowerCase: Edit = {
  id: 'case',
  family: 'case',
  fields: { pathCase: 'lower' },
  prior: THRESHOLDS.prior.case,
  mayChange: ({ path }) => /[A-Z]/.test(path),
}

/** @param kept session names in the query, which are judged separately */
export const dropPathSession = (kept: readonly string[]): Edit => ({
  id: 'path-session',
  family: 'session',
  fields: { session: true, ...(kept.length > 0 && { query: { keep: kept.map(toPattern) } }) },
  prior: THRESHOLDS.prior.knownName,
  mayChange: ({ path }) => /;jsessionid=|\/\([A-Z]\(/i.test(path),
})

const KNOWN_INDEX = /^(?:index|default|home|main|welcome)\.[a-z0-9]+$/i

export const dropIndex = (name: string): Edit => ({
  id: `index ${name}`,
  family: 'index-file',
  fields: { directoryIndex: [name] },
  prior: KNOWN_INDEX.test(name) ? THRESHOLDS.prior.structure : THRESHOLDS.prior.template,
  mayChange: createEndTest(name),
})

function createEndTest(name: string): (url: ParsedUrl) => boolean {
  const [file, directory] = [`/${name}`, `/${name}/`]
  return ({ path }) => path.endsWith(file) || path.endsWith(directory)
}
