/**
 * A word as a shell takes it: in quotes where it needs them.
 *
 * @example quoteForShell("it's") // `'it'\\''s'`
 */
export const quoteForShell = (text: string): string =>
  /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
