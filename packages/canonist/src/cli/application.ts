import { buildApplication, buildRouteMap, text_en, type ApplicationText } from '@stricli/core'
import { addCommand } from './add.ts'
import { admitCommand } from './admit.ts'
import { canonicalizeCommand } from './canonicalize.ts'
import { citeCommand } from './cite.ts'
import { checkCommand } from './check.ts'
import { compareCommand } from './compare.ts'
import type { CanonistContext } from './context.ts'
import { dedupeCommand } from './dedupe.ts'
import { explainCommand } from './explain.ts'
import { exportCommand } from './export.ts'
import { findCommand } from './find.ts'
import { frontierAddCommand } from './frontier-add.ts'
import { frontierExplainCommand } from './frontier-explain.ts'
import { frontierListCommand } from './frontier-list.ts'
import { frontierRequeueCommand } from './frontier-requeue.ts'
import { frontierStatsCommand } from './frontier-stats.ts'
import { learnCommand } from './learn.ts'
import { normalizeCommand } from './normalize.ts'
import { policyDiffCommand } from './policy-diff.ts'
import { policyExportCommand } from './policy-export.ts'
import { policyImportCommand } from './policy-import.ts'
import { policyListCommand } from './policy-list.ts'
import { policyRekeyCommand } from './policy-rekey.ts'
import { policyShowCommand } from './policy-show.ts'
import { policyTestCommand } from './policy-test.ts'
import { printable } from '../text/printable.ts'
import { priorityCommand } from './priority.ts'
import { publishCommand } from './publish.ts'
import { resolveCommand } from './resolve.ts'
import { reviewAcceptCommand, reviewEditCommand, reviewRejectCommand } from './review-decide.ts'
import { reviewListCommand } from './review-list.ts'
import { reviewPolicyCommand } from './review-policy.ts'
import { reviewShowCommand } from './review-show.ts'
import { validateCommand } from './validate.ts'
import { readVersion } from './version.ts'
import { workCommand } from './work.ts'

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
