import type { Document } from 'yaml'

// The `yaml` package only warns of a tag that means nothing here, such as `!env`, or `!!int` before a word. It takes the value as if it had none.
const UNRESOLVED = 'TAG_RESOLVE_FAILED'

/** Finds the first tag of a document that is unknown. */
export function findUnknownTag(
  { warnings }: Document.Parsed,
  text: string,
): { readonly offset: number; readonly message: string } | null {
  const warning = warnings.find(({ code }) => code === UNRESOLVED)
  if (warning === undefined) return null
  const [start, end] = warning.pos
  return { offset: start, message: `the tag ${text.slice(start, end)} is unknown, or does not fit its value` }
}

/** The unknown tags of a document, as its nodes have them. */
export function listUnknownTags({ warnings }: Document.Parsed): ReadonlySet<string> {
  const unresolved = warnings.filter(({ code }) => code === UNRESOLVED)
  return new Set(unresolved.flatMap(({ message }) => /^Unresolved tag: (\S+)/.exec(message)?.slice(1) ?? []))
}
