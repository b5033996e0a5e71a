import { FRONTIER_REASONS, REASON_CLASSES, type FrontierReason } from '@canonist/crawl/internal/frontier/reasons'
import { STATES } from '@canonist/crawl/internal/frontier/frontier-state'
import type { FlagDescriptions } from './flags-of.ts'
import { createChoiceParser, text } from './values.ts'

/** Which URLs of the queue. */
export const queueFilterFlags = {
  state: {
    kind: 'enum',
    values: STATES,
    optional: true,
    brief: 'Only URLs in this state',
  },
  reason: {
    kind: 'parsed',
    parse: createChoiceParser(Object.keys(FRONTIER_REASONS) as FrontierReason[]),
    variadic: ',',
    optional: true,
    placeholder: 'reason',
    brief: 'Only URLs with this reason, such as too_many_redirects; several are separated by commas',
  },
  reasonClass: {
    kind: 'parsed',
    parse: createChoiceParser(REASON_CLASSES),
    variadic: ',',
    optional: true,
    placeholder: 'class',
    brief: `Only URLs with a reason of this class (${REASON_CLASSES.join(', ')}); several are separated by commas`,
  },
  host: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'host',
    brief: 'Only URLs of this host',
  },
} as const satisfies FlagDescriptions
