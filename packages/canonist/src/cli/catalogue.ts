import type { Family, LoadCommand, Section } from './define-command.ts'

const POLICY: Family = {
  summary: 'Manage policies',
  commands: {
    list: async () => (await import('./commands/policy-list/command.ts')).policyListCommand,
    show: async () => (await import('./commands/policy-show/command.ts')).policyShowCommand,
    test: async () => (await import('./commands/policy-test/command.ts')).policyTestCommand,
    import: async () => (await import('./commands/policy-import/command.ts')).policyImportCommand,
    export: async () => (await import('./commands/policy-export/command.ts')).policyExportCommand,
    diff: async () => (await import('./commands/policy-diff/command.ts')).policyDiffCommand,
    rekey: async () => (await import('./commands/policy-rekey/command.ts')).policyRekeyCommand,
  },
}

const REVIEW: Family = {
  summary: 'Decide open reviews',
  commands: {
    list: async () => (await import('./commands/review-list/command.ts')).reviewListCommand,
    show: async () => (await import('./commands/review-show/command.ts')).reviewShowCommand,
    accept: async () => (await import('./commands/review-decide/command.ts')).reviewAcceptCommand,
    reject: async () => (await import('./commands/review-decide/command.ts')).reviewRejectCommand,
    edit: async () => (await import('./commands/review-decide/command.ts')).reviewEditCommand,
    policy: async () => (await import('./commands/review-policy/command.ts')).reviewPolicyCommand,
  },
}

const FRONTIER: Family = {
  summary: 'Manage the queue',
  commands: {
    add: async () => (await import('./commands/frontier-add/command.ts')).frontierAddCommand,
    list: async () => (await import('./commands/frontier-list/command.ts')).frontierListCommand,
    stats: async () => (await import('./commands/frontier-stats/command.ts')).frontierStatsCommand,
    requeue: async () => (await import('./commands/frontier-requeue/command.ts')).frontierRequeueCommand,
    explain: async () => (await import('./commands/frontier-explain/command.ts')).frontierExplainCommand,
    partition: async () => (await import('./commands/frontier-partition/command.ts')).frontierPartitionCommand,
  },
}

const SERVE: Family = {
  summary: 'Serve a dashboard and an API; serve token makes a token',
  itself: async () => (await import('./commands/serve/command.ts')).serveCommand,
  commands: {
    token: async () => (await import('./commands/serve-token/command.ts')).serveTokenCommand,
  },
}

/** Every command, in the order of help. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'URLs',
    commands: {
      normalize: async () => (await import('./commands/normalize/command.ts')).normalizeCommand,
      dedupe: async () => (await import('./commands/dedupe/command.ts')).dedupeCommand,
      filter: async () => (await import('./commands/filter/command.ts')).filterCommand,
      explain: async () => (await import('./commands/explain/command.ts')).explainCommand,
      compare: async () => (await import('./commands/compare/command.ts')).compareCommand,
    },
  },
  {
    title: 'Network',
    commands: {
      resolve: async () => (await import('./commands/resolve/command.ts')).resolveCommand,
      canonicalize: async () => (await import('./commands/canonicalize/command.ts')).canonicalizeCommand,
      admit: async () => (await import('./commands/admit/command.ts')).admitCommand,
    },
  },
  {
    title: 'Registry',
    commands: {
      add: async () => (await import('./commands/add/command.ts')).addCommand,
      find: async () => (await import('./commands/find/command.ts')).findCommand,
      export: async () => (await import('./commands/export/command.ts')).exportCommand,
      review: REVIEW,
      publish: async () => (await import('./commands/publish/command.ts')).publishCommand,
    },
  },
  {
    title: 'Links',
    commands: {
      validate: async () => (await import('./commands/validate/command.ts')).validateCommand,
      cite: async () => (await import('./commands/cite/command.ts')).citeCommand,
      check: async () => (await import('./commands/check/command.ts')).checkCommand,
      priority: async () => (await import('./commands/priority/command.ts')).priorityCommand,
    },
  },
  {
    title: 'Crawl',
    commands: {
      frontier: FRONTIER,
      work: async () => (await import('./commands/work/command.ts')).workCommand,
    },
  },
  {
    title: 'Policies',
    commands: {
      policy: POLICY,
      learn: async () => (await import('./commands/learn/command.ts')).learnCommand,
    },
  },
  {
    title: 'Service',
    commands: {
      serve: SERVE,
      mcp: async () => (await import('./commands/mcp/command.ts')).mcpCommand,
    },
  },
  {
    title: 'Other',
    commands: {
      completion: async () => (await import('./commands/completion/command.ts')).defineCompletion(SECTIONS),
    },
  },
]

/** The command or family that the first arguments name. */
export type Found =
  | { readonly kind: 'command'; readonly name: string; readonly load: LoadCommand; readonly rest: readonly string[] }
  | { readonly kind: 'family'; readonly name: string; readonly family: Family; readonly rest: readonly string[] }
  | { readonly kind: 'root'; readonly rest: readonly string[] }
  | { readonly kind: 'unknown'; readonly word: string; readonly family: string | null }

/** Finds the command that the arguments name. Its name comes before all flags. */
export function findCommand(args: readonly string[]): Found {
  const [word, ...rest] = args
  if (word === undefined || word.startsWith('-')) return { kind: 'root', rest: args }
  const entry = findEntry(word)
  if (entry === undefined) return { kind: 'unknown', word, family: null }
  if (typeof entry === 'function') return { kind: 'command', name: word, load: entry, rest }
  const [second, ...more] = rest
  if (second === undefined || second.startsWith('-'))
    return entry.itself === undefined
      ? { kind: 'family', name: word, family: entry, rest }
      : { kind: 'command', name: word, load: entry.itself, rest }
  const load = Object.hasOwn(entry.commands, second) ? entry.commands[second] : undefined
  if (load === undefined) return { kind: 'unknown', word: second, family: word }
  return { kind: 'command', name: `${word} ${second}`, load, rest: more }
}

function findEntry(word: string): LoadCommand | Family | undefined {
  const section = SECTIONS.find(({ commands }) => Object.hasOwn(commands, word))
  return section?.commands[word]
}
