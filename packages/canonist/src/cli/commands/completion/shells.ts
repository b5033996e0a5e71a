export const SHELLS = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof SHELLS)[number]

/** The command has no flags of its own. */
export type CompletionFlags = object
