import { pair, type Family, type LoadCommand, type Section } from './define-command.ts'

const POLICY: Family = {
  summary: 'Manage policies',
  commands: {
    list: pair(
      () => import('./commands/policy-list/command.ts'),
      () => import('./commands/policy-list/run.ts'),
    ),
    show: pair(
      () => import('./commands/policy-show/command.ts'),
      () => import('./commands/policy-show/run.ts'),
    ),
    test: pair(
      () => import('./commands/policy-test/command.ts'),
      () => import('./commands/policy-test/run.ts'),
    ),
    import: pair(
      () => import('./commands/policy-import/command.ts'),
      () => import('./commands/policy-import/run.ts'),
    ),
    export: pair(
      () => import('./commands/policy-export/command.ts'),
      () => import('./commands/policy-export/run.ts'),
    ),
    diff: pair(
      () => import('./commands/policy-diff/command.ts'),
      () => import('./commands/policy-diff/run.ts'),
    ),
    rekey: pair(
      () => import('./commands/policy-rekey/command.ts'),
      () => import('./commands/policy-rekey/run.ts'),
    ),
  },
}

const REVIEW: Family = {
  summary: 'Decide open reviews',
  commands: {
    list: pair(
      () => import('./commands/review-list/command.ts'),
      () => import('./commands/review-list/run.ts'),
    ),
    show: pair(
      () => import('./commands/review-show/command.ts'),
      () => import('./commands/review-show/run.ts'),
    ),
    accept: pair(
      async () => ({ command: (await import('./commands/review-decide/command.ts')).accept }),
      async () => ({ run: (await import('./commands/review-decide/run.ts')).createDecider('accept') }),
    ),
    reject: pair(
      async () => ({ command: (await import('./commands/review-decide/command.ts')).reject }),
      async () => ({ run: (await import('./commands/review-decide/run.ts')).createDecider('reject') }),
    ),
    edit: pair(
      async () => ({ command: (await import('./commands/review-decide/command.ts')).edit }),
      async () => ({ run: (await import('./commands/review-decide/run.ts')).createDecider('edit') }),
    ),
    policy: pair(
      () => import('./commands/review-policy/command.ts'),
      () => import('./commands/review-policy/run.ts'),
    ),
  },
}

const FRONTIER: Family = {
  summary: 'Manage the queue',
  commands: {
    add: pair(
      () => import('./commands/frontier-add/command.ts'),
      () => import('./commands/frontier-add/run.ts'),
    ),
    list: pair(
      () => import('./commands/frontier-list/command.ts'),
      () => import('./commands/frontier-list/run.ts'),
    ),
    stats: pair(
      () => import('./commands/frontier-stats/command.ts'),
      () => import('./commands/frontier-stats/run.ts'),
    ),
    requeue: pair(
      () => import('./commands/frontier-requeue/command.ts'),
      () => import('./commands/frontier-requeue/run.ts'),
    ),
    explain: pair(
      () => import('./commands/frontier-explain/command.ts'),
      () => import('./commands/frontier-explain/run.ts'),
    ),
  },
}

const SERVE: Family = {
  summary: 'Serve a dashboard and an API; serve token makes a token',
  itself: pair(
    () => import('./commands/serve/command.ts'),
    () => import('./commands/serve/run.ts'),
  ),
  commands: {
    token: pair(
      () => import('./commands/serve-token/command.ts'),
      () => import('./commands/serve-token/run.ts'),
    ),
  },
}

/** Every command, in the order of help. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'URLs',
    commands: {
      normalize: pair(
        () => import('./commands/normalize/command.ts'),
        () => import('./commands/normalize/run.ts'),
      ),
      dedupe: pair(
        () => import('./commands/dedupe/command.ts'),
        () => import('./commands/dedupe/run.ts'),
      ),
      filter: pair(
        () => import('./commands/filter/command.ts'),
        () => import('./commands/filter/run.ts'),
      ),
      explain: pair(
        () => import('./commands/explain/command.ts'),
        () => import('./commands/explain/run.ts'),
      ),
      compare: pair(
        () => import('./commands/compare/command.ts'),
        () => import('./commands/compare/run.ts'),
      ),
    },
  },
  {
    title: 'Network',
    commands: {
      resolve: pair(
        () => import('./commands/resolve/command.ts'),
        () => import('./commands/resolve/run.ts'),
      ),
      canonicalize: pair(
        () => import('./commands/canonicalize/command.ts'),
        () => import('./commands/canonicalize/run.ts'),
      ),
      admit: pair(
        () => import('./commands/admit/command.ts'),
        () => import('./commands/admit/run.ts'),
      ),
    },
  },
  {
    title: 'Registry',
    commands: {
      add: pair(
        () => import('./commands/add/command.ts'),
        () => import('./commands/add/run.ts'),
      ),
      find: pair(
        () => import('./commands/find/command.ts'),
        () => import('./commands/find/run.ts'),
      ),
      export: pair(
        () => import('./commands/export/command.ts'),
        () => import('./commands/export/run.ts'),
      ),
      review: REVIEW,
      publish: pair(
        () => import('./commands/publish/command.ts'),
        () => import('./commands/publish/run.ts'),
      ),
    },
  },
  {
    title: 'Links',
    commands: {
      validate: pair(
        () => import('./commands/validate/command.ts'),
        () => import('./commands/validate/run.ts'),
      ),
      cite: pair(
        () => import('./commands/cite/command.ts'),
        () => import('./commands/cite/run.ts'),
      ),
      check: pair(
        () => import('./commands/check/command.ts'),
        () => import('./commands/check/run.ts'),
      ),
      priority: pair(
        () => import('./commands/priority/command.ts'),
        () => import('./commands/priority/run.ts'),
      ),
    },
  },
  {
    title: 'Crawl',
    commands: {
      frontier: FRONTIER,
      work: pair(
        () => import('./commands/work/command.ts'),
        () => import('./commands/work/run.ts'),
      ),
    },
  },
  {
    title: 'Policies',
    commands: {
      policy: POLICY,
      learn: pair(
        () => import('./commands/learn/command.ts'),
        () => import('./commands/learn/run.ts'),
      ),
    },
  },
  {
    title: 'Service',
    commands: {
      serve: SERVE,
      mcp: pair(
        () => import('./commands/mcp/command.ts'),
        () => import('./commands/mcp/run.ts'),
      ),
    },
  },
  {
    title: 'Other',
    commands: {
      completion: pair(
        () => import('./commands/completion/command.ts'),
        async () => ({ run: (await import('./commands/completion/run.ts')).createCompletionCommand(SECTIONS) }),
      ),
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
