import type { TypedFlagParameter } from '@stricli/core'
import type { FrontierState } from '../../app/frontier/queue.ts'
import { FRONTIER_REASONS, STATES } from '../../app/frontier/words.ts'
import { createChoiceParser, text } from './values.ts'

/** Which URLs of the queue. */
export interface FilterFlags {
  readonly state: FrontierState | undefined
  readonly reason: string | undefined
  readonly host: string | undefined
}

type OptionalFlag<T> = TypedFlagParameter<T | undefined>

export const stateFlag: OptionalFlag<FrontierState> = {
  kind: 'enum',
  values: STATES,
  optional: true,
  brief: 'Only URLs in this state',
}

export const reasonFlag: OptionalFlag<string> = {
  kind: 'parsed',
  parse: createChoiceParser(Object.keys(FRONTIER_REASONS)),
  optional: true,
  placeholder: 'reason',
  brief: 'Only URLs with this reason, such as too_many_redirects',
}

export const hostFlag: OptionalFlag<string> = {
  kind: 'parsed',
  parse: text,
  optional: true,
  placeholder: 'host',
  brief: 'Only URLs of this host',
}
