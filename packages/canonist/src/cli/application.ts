import { buildApplication, buildRouteMap, text_en, type ApplicationText } from '@stricli/core'
import { addCommand } from './commands/add/command.ts'
import { admitCommand } from './commands/admit/command.ts'
import { canonicalizeCommand } from './commands/canonicalize/command.ts'
import { citeCommand } from './commands/cite/command.ts'
import { checkCommand } from './commands/check/command.ts'
import { compareCommand } from './commands/compare/command.ts'
import type { CanonistContext } from './context.ts'
import { dedupeCommand } from './commands/dedupe/command.ts'
import { explainCommand } from './commands/explain/command.ts'
import { exportCommand } from './commands/export/command.ts'
import { findCommand } from './commands/find/command.ts'
import { frontierAddCommand } from './commands/frontier-add/command.ts'
import { frontierExplainCommand } from './commands/frontier-explain/command.ts'
import { frontierListCommand } from './commands/frontier-list/command.ts'
import { frontierRequeueCommand } from './commands/frontier-requeue/command.ts'
import { frontierStatsCommand } from './commands/frontier-stats/command.ts'
import { learnCommand } from './commands/learn/command.ts'
import { normalizeCommand } from './commands/normalize/command.ts'
import { policyDiffCommand } from './commands/policy-diff/command.ts'
import { policyExportCommand } from './commands/policy-export/command.ts'
import { policyImportCommand } from './commands/policy-import/command.ts'
import { policyListCommand } from './commands/policy-list/command.ts'
import { policyRekeyCommand } from './commands/policy-rekey/command.ts'
import { policyShowCommand } from './commands/policy-show/command.ts'
import { policyTestCommand } from './commands/policy-test/command.ts'
import { printable } from '../text/printable.ts'
import { priorityCommand } from './commands/priority/command.ts'
import { publishCommand } from './commands/publish/command.ts'
import { resolveCommand } from './commands/resolve/command.ts'
import { reviewAcceptCommand, reviewEditCommand, reviewRejectCommand } from './commands/review-decide/command.ts'
import { reviewListCommand } from './commands/review-list/command.ts'
import { reviewPolicyCommand } from './commands/review-policy/command.ts'
import { reviewShowCommand } from './commands/review-show/command.ts'
import { validateCommand } from './commands/validate/command.ts'
import { readVersion } from './version.ts'
import { workCommand } from './commands/work/command.ts'

const policyRoutes = buildRouteMap<string, CanonistContext>({
  routes: {
    list: policyListCommand,
    show: policyShowCommand,
    test: policyTestCommand,
    import: policyImportCommand,
    export: policyExportCommand,
    diff: policyDiffCommand,
    rekey: policyRekeyCommand,
  },
  docs: { brief: 'Built-in policies and policy files, and the policy of a registry' },
})

const reviewRoutes = buildRouteMap<string, CanonistContext>({
  routes: {
    list: reviewListCommand,
    show: reviewShowCommand,
    accept: reviewAcceptCommand,
    reject: reviewRejectCommand,
    edit: reviewEditCommand,
    policy: reviewPolicyCommand,
  },
  docs: { brief: 'The queue of things that a person must decide' },
})

const frontierRoutes = buildRouteMap<string, CanonistContext>({
  routes: {
    add: frontierAddCommand,
    list: frontierListCommand,
    stats: frontierStatsCommand,
    requeue: frontierRequeueCommand,
    explain: frontierExplainCommand,
  },
  docs: { brief: 'The queue of what is to be fetched' },
})

export const routes = buildRouteMap<string, CanonistContext>({
  routes: {
    normalize: normalizeCommand,
    dedupe: dedupeCommand,
    explain: explainCommand,
    compare: compareCommand,
    resolve: resolveCommand,
    canonicalize: canonicalizeCommand,
    admit: admitCommand,
    validate: validateCommand,
    cite: citeCommand,
    add: addCommand,
    find: findCommand,
    export: exportCommand,
    check: checkCommand,
    priority: priorityCommand,
    learn: learnCommand,
    review: reviewRoutes,
    frontier: frontierRoutes,
    work: workCommand,
    publish: publishCommand,
    policy: policyRoutes,
  },
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

export const application = buildApplication(routes, {
  name: 'canonist',
  versionInfo: { getCurrentVersion: readVersion },
  scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
  documentation: { caseStyle: 'convert-camel-to-kebab', onlyRequiredInUsageLine: true },
  localization: { text: TEXT },
})
