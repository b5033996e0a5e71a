const MAX_EXAMPLES = 10

/** Reads the examples in the detail of a review. */
export function readExamples(detail: unknown): string[] {
  if (typeof detail !== 'object' || detail === null || !('examples' in detail)) return []
  const { examples } = detail
  return Array.isArray(examples) ? examples.filter((example) => typeof example === 'string') : []
}

/** Adds the examples of `more` to the detail, up to the limit. */
export function joinExamples(detail: object, more: object): object {
  const examples = [...new Set([...readExamples(detail), ...readExamples(more)])].slice(0, MAX_EXAMPLES)
  return examples.length === 0 ? detail : { ...detail, examples }
}

export function dropExamples({ examples: _, ...detail }: { readonly examples?: unknown }): object {
  return detail
}
