const MAX_NAME_LENGTH = 200
/** Half of a character that was cut in two. */
const HALF = /\p{Surrogate}/gu

/** A name for a message: callers choose names, and their length. */
export const shortenName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).replaceAll(HALF, '\ufffd')}…` : name
