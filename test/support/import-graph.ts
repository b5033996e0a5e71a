import { dirname, join, relative } from 'node:path'
import { findSources, readText } from './repository.ts'

export interface Import {
  /** A package, or a path from the sources' root. */
  readonly from: string
  /** What is imported by name; null where it is everything. */
  readonly names: readonly string[] | null
}

/** What every module of a folder loads when it runs: types are left out, modules that are loaded later are not. */
export function importGraph(sources: string): ReadonlyMap<string, readonly Import[]> {
  return new Map(
    findSources(sources).map((file) => {
      const text = readText(file)
      const found = [...named(text), ...whole(text)].map(({ from, names }) => ({
        from: from.startsWith('.') ? relative(sources, join(dirname(file), from)) : from,
        names,
      }))
      return [relative(sources, file), found]
    }),
  )
}

function named(text: string): Import[] {
  return [...text.matchAll(/^(?:import|export) (?!type )\{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ([, list = '', from = '']) => {
      const names = list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => name.replace(/ as .*/, ''))
      return names.length === 0 ? [] : [{ from, names }]
    },
  )
}

const WHOLE = [
  /^(?:import|export) (?!type )(?:\w+|\* as \w+|\*) from '([^']+)'/gm,
  /^import (?!type )\w+, \{[^}]*\} from '([^']+)'/gm,
  /^import '([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /\brequire\('([^']+)'\)/g,
  // Threads.
  /\bnew URL\('([^']+\.ts)', import\.meta\.url\)/g,
]

const whole = (text: string): Import[] =>
  WHOLE.flatMap((pattern) => [...text.matchAll(pattern)].map(([, from = '']) => ({ from, names: null })))

/** Every module that is loaded, sooner or later, where this one runs. */
export function reachable(graph: ReadonlyMap<string, readonly Import[]>, start: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const waiting = [start]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (seen.has(module)) continue
    seen.add(module)
    waiting.push(...(graph.get(module) ?? []).map(({ from }) => from))
  }
  return seen
}
