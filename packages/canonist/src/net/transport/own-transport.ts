import { assembleExchanger } from '../assemble-exchanger.ts'
import type { Exchanger, FetchFn } from '../exchange.ts'
import type { CommonOptions } from '../exchanger-options.ts'
import { transportOfFetchFn } from './function-transport.ts'

export interface FunctionOptions extends CommonOptions {
  readonly fetchFn: FetchFn
}

/** The gate, the address checks, the deadlines and the limits around a transport of the caller's. */
export function exchangerFromFunctions(options: FunctionOptions): Exchanger {
  return assembleExchanger(options, transportOfFetchFn(options.fetchFn), () => null)
}
