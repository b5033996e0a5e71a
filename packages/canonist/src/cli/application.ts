import {
  buildApplication,
  buildRouteMap,
  text_en,
  type Application,
  type ApplicationText,
  type Command,
  type RouteMap,
} from '@stricli/core'
import type { CanonistContext } from './context.ts'
import { printable } from '../text/printable.ts'
import { readVersion } from '../app/version.ts'

// A command is loaded when the arguments name it: most of the time of a short command would go into loading the others.

type Routes = Readonly<Record<string, () => Promise<Command<CanonistContext>>>>

interface Group {
  readonly brief: string
  readonly routes: Routes
}

const POLICY: Routes = {
  list: async () => (await import('./commands/policy-list/command.ts')).policyListCommand,
  show: async () => (await import('./commands/policy-show/command.ts')).policyShowCommand,
  test: async () => (await import('./commands/policy-test/command.ts')).policyTestCommand,
  import: async () => (await import('./commands/policy-import/command.ts')).policyImportCommand,
  export: async () => (await import('./commands/policy-export/command.ts')).policyExportCommand,
  diff: async () => (await import('./commands/policy-diff/command.ts')).policyDiffCommand,
  rekey: async () => (await import('./commands/policy-rekey/command.ts')).policyRekeyCommand,
}

const REVIEW: Routes = {
  list: async () => (await import('./commands/review-list/command.ts')).reviewListCommand,
  show: async () => (await import('./commands/review-show/command.ts')).reviewShowCommand,
  accept: async () => (await import('./commands/review-decide/command.ts')).reviewAcceptCommand,
  reject: async () => (await import('./commands/review-decide/command.ts')).reviewRejectCommand,
  edit: async () => (await import('./commands/review-decide/command.ts')).reviewEditCommand,
  policy: async () => (await import('./commands/review-policy/command.ts')).reviewPolicyCommand,
}

const FRONTIER: Routes = {
  add: async () => (await import('./commands/frontier-add/command.ts')).frontierAddCommand,
  list: async () => (await import('./commands/frontier-list/command.ts')).frontierListCommand,
  stats: async () => (await import('./commands/frontier-stats/command.ts')).frontierStatsCommand,
  requeue: async () => (await import('./commands/frontier-requeue/command.ts')).frontierRequeueCommand,
  explain: async () => (await import('./commands/frontier-explain/command.ts')).frontierExplainCommand,
}

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, Routes[string] | Group>> = {
  normalize: async () => (await import('./commands/normalize/command.ts')).normalizeCommand,
  dedupe: async () => (await import('./commands/dedupe/command.ts')).dedupeCommand,
  explain: async () => (await import('./commands/explain/command.ts')).explainCommand,
  compare: async () => (await import('./commands/compare/command.ts')).compareCommand,
  resolve: async () => (await import('./commands/resolve/command.ts')).resolveCommand,
  canonicalize: async () => (await import('./commands/canonicalize/command.ts')).canonicalizeCommand,
  admit: async () => (await import('./commands/admit/command.ts')).admitCommand,
  validate: async () => (await import('./commands/validate/command.ts')).validateCommand,
  cite: async () => (await import('./commands/cite/command.ts')).citeCommand,
  add: async () => (await import('./commands/add/command.ts')).addCommand,
  find: async () => (await import('./commands/find/command.ts')).findCommand,
  export: async () => (await import('./commands/export/command.ts')).exportCommand,
  check: async () => (await import('./commands/check/command.ts')).checkCommand,
  priority: async () => (await import('./commands/priority/command.ts')).priorityCommand,
  learn: async () => (await import('./commands/learn/command.ts')).learnCommand,
  review: { brief: 'The queue of things that a person must decide', routes: REVIEW },
  frontier: { brief: 'The queue of what is to be fetched', routes: FRONTIER },
  work: async () => (await import('./commands/work/command.ts')).workCommand,
  publish: async () => (await import('./commands/publish/command.ts')).publishCommand,
  policy: { brief: 'Built-in policies and policy files, and the policy of a registry', routes: POLICY },
}

/** The routes that the arguments can lead to: a single command where they name one, else all there are to choose from. */
export async function loadRoutes(args: readonly string[] = []): Promise<RouteMap<CanonistContext>> {
  const [first, second] = args
  const routes: Record<string, Command<CanonistContext> | RouteMap<CanonistContext>> = {}
  for (const [name, target] of named(COMMANDS, first)) {
    routes[name] = typeof target === 'function' ? await target() : await loadGroup(target, second)
  }
  return buildRouteMap<string, CanonistContext>({
    routes,
    docs: {
      brief: 'Knows when two URLs are the same page, and says why',
      fullDescription: [
        'Knows when two URLs are the same page, and says why.',
        '',
        'EXAMPLES',
        '  canonist normalize urls.txt > normalized.txt',
        '  canonist dedupe crawl-*.txt.gz > unique.txt',
        '  canonist explain "https://Example.com/a/../b?utm_source=x"',
        '  canonist compare https://example.com/a https://EXAMPLE.com/a#top',
        '  canonist canonicalize "http://www.example.com/feed/?utm_source=x"',
        '  canonist add urls.txt && canonist find https://example.com/',
        '  canonist learn crawl.jsonl > learned.json',
        '',
        'Exit codes: 0 done, 1 done with rejected inputs or findings, 2 wrong usage or configuration, 3 could not run.',
      ].join('\n'),
    },
  })
}

async function loadGroup({ brief, routes }: Group, name: string | undefined): Promise<RouteMap<CanonistContext>> {
  const loaded: Record<string, Command<CanonistContext>> = {}
  for (const [key, load] of named(routes, name)) loaded[key] = await load()
  return buildRouteMap<string, CanonistContext>({ routes: loaded, docs: { brief } })
}

/** The entry of this name, or all of them where there is none. */
function named<T>(entries: Readonly<Record<string, T>>, name: string | undefined): [string, T][] {
  const all = Object.entries(entries)
  const one = all.filter(([key]) => key === name)
  return one.length === 1 ? one : all
}

/** One line each: what is wrong, and where help is. */
const TEXT: ApplicationText = {
  ...text_en,
  noCommandRegisteredForInput: (args) =>
    `canonist: ${printable(text_en.noCommandRegisteredForInput(args))}; canonist --help lists the commands`,
  exceptionWhileParsingArguments(error, hasColour) {
    const reason = text_en.exceptionWhileParsingArguments.call(this, error, hasColour)
    return `canonist: ${printable(reason)}; add --help to see what the command takes`
  },
}

export function createApplication(routes: RouteMap<CanonistContext>): Application<CanonistContext> {
  return buildApplication(routes, {
    name: 'canonist',
    versionInfo: { getCurrentVersion: async () => readVersion() },
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { caseStyle: 'convert-camel-to-kebab', onlyRequiredInUsageLine: true },
    localization: { text: TEXT },
  })
}
