/** The number of threads, and whether the user set it; a number that was set also applies to short lists. */
export interface Jobs {
  readonly count: number
  readonly isGiven: boolean
}
