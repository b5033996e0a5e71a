/** How many of the newest observations of a page are kept in addition to those that its verdict follows from. */
export const KEPT_OBSERVATIONS = 30
