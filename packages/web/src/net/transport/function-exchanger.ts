import { assembleExchanger } from '../assemble-exchanger.ts'
import type { Exchanger, FetchFn } from '../exchange.ts'
import type { CommonOptions } from '../exchanger-options.ts'
import { createFetchFnTransport } from './function-transport.ts'

export interface FunctionOptions extends CommonOptions {
  readonly fetchFn: FetchFn
}

/** Puts the gate, the address checks, the deadlines and the limits around the caller's own transport. */
export function createFunctionExchanger(options: FunctionOptions): Exchanger {
  return assembleExchanger(options, createFetchFnTransport(options.fetchFn), () => null)
}
