/** The six states of a URL. Everything else is a reason. */
export type FrontierState = 'pending' | 'leased' | 'fetched' | 'retry' | 'dead' | 'excluded'

export const STATES = ['pending', 'leased', 'fetched', 'retry', 'dead', 'excluded'] as const satisfies FrontierState[]
