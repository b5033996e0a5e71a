export const SHELLS = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof SHELLS)[number]

/** It has none of its own. */
export type CompletionFlags = object
