import { dirname, join } from 'node:path'
import { readSources } from './packages.ts'

export interface Import {
  /** A foreign package, or a module of ours: `web/net/errors.ts`. */
  readonly from: string
  /** What is imported by name; null where it is everything. */
  readonly names: readonly string[] | null
}

/** What every module of our packages loads when it runs: types are left out, modules that are loaded later are not. */
export function readImportGraph(): ReadonlyMap<string, readonly Import[]> {
  const modules = readSources()
  const parts = readParts(modules.find(({ name }) => name === OPENER)?.text ?? '')
  return new Map(
    modules.map(({ name, text }) => {
      const found = [
        ...(name === OPENER ? withoutParts(text) : [...named(text), ...whole(text)]),
        ...asked(name, text, parts),
      ]
      return [name, found.map(({ from, names }) => ({ from: toModule(name, from), names }))]
    }),
  )
}

/** The module behind a specifier; a foreign package stays as it is. */
function toModule(importer: string, from: string): string {
  if (from.startsWith('.')) return join(dirname(importer), from)
  const [, name, entry = 'index'] = /^@canonist\/(\w+)(?:\/(?:internal\/)?(.+))?$/.exec(from) ?? []
  return name === undefined || from.endsWith('.json') ? from : `${name}/${entry}.ts`
}

/** Loads a part of the database when somebody asks for it: those who ask load it, not everybody who opens a database. */
const OPENER = 'server/canonist/open-canonist.ts'
/** It hands the opener to users, who may ask for every part. */
const ENTRY = 'server/index.ts'

/** `health` and the module that it is loaded from, as it stands in the opener. */
const readParts = (text: string): [string, string][] =>
  [...text.matchAll(/(\w+): memoizePart\([^']*import\('([^']+)'\)/g)].map(([, part = '', from = '']) => [part, from])

const withoutParts = (text: string): Import[] => [...named(text), ...whole(text.replaceAll(/\bimport\('[^']+'\)/g, ''))]

function asked(name: string, text: string, parts: readonly [string, string][]): Import[] {
  return parts
    .filter(([part]) => name === ENTRY || new RegExp(`\\w\\.${part}\\(\\)`).test(text))
    .map(([, from]) => ({ from, names: null }))
}

const NAMED = [
  /^(?:import|export) (?!type )\{([^}]*)\} from '([^']+)'/gm,
  /\bconst \{([^}:]*)\} = process\.getBuiltinModule\('([^']+)'\)/g,
]

function named(text: string): Import[] {
  return NAMED.flatMap((pattern) => Array.from(text.matchAll(pattern))).flatMap(([, list = '', from = '']) => {
    const names = list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.replace(/ as .*/, ''))
    return names.length === 0 ? [] : [{ from, names }]
  })
}

const WHOLE = [
  /^(?:import|export) (?!type )(?:\w+|\* as \w+|\*) from '([^']+)'/gm,
  /^import (?!type )\w+, \{[^}]*\} from '([^']+)'/gm,
  /^import '([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /\brequire\('([^']+)'\)/g,
  /(?<!\} = process\.)\bgetBuiltinModule\('([^']+)'\)/g,
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
