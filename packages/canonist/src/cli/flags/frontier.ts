import type { TypedFlagParameter } from '@stricli/core'
import type { FrontierState } from '@canonist/server/internal/app/frontier/queue'
import {
  FRONTIER_REASONS,
  REASON_CLASSES,
  STATES,
  type FrontierReason,
  type ReasonClass,
} from '@canonist/server/internal/app/frontier/words'
import { createChoiceParser, text } from './values.ts'

/** Which URLs of the queue. */
export interface FilterFlags {
  readonly state: FrontierState | undefined
  readonly reason: readonly FrontierReason[] | undefined
  readonly reasonClass: readonly ReasonClass[] | undefined
  readonly host: string | undefined
}

type OptionalFlag<T> = TypedFlagParameter<T | undefined>

export const stateFlag: OptionalFlag<FrontierState> = {
  kind: 'enum',
  values: STATES,
  optional: true,
  brief: 'Only URLs in this state',
}

export const reasonFlag: OptionalFlag<readonly FrontierReason[]> = {
  kind: 'parsed',
  parse: createChoiceParser(Object.keys(FRONTIER_REASONS) as FrontierReason[]),
  variadic: ',',
  optional: true,
  placeholder: 'reason',
  brief: 'Only URLs with this reason, such as too_many_redirects; several are separated by commas',
}

export const reasonClassFlag: OptionalFlag<readonly ReasonClass[]> = {
  kind: 'parsed',
  parse: createChoiceParser(REASON_CLASSES),
  variadic: ',',
  optional: true,
  placeholder: 'class',
  brief: `Only URLs with a reason of this class (${REASON_CLASSES.join(', ')}); several are separated by commas`,
}

export const hostFlag: OptionalFlag<string> = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'host',
  brief: 'Only URLs of this host',
}
