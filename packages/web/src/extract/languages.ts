/** Whether two language tags may mean the same: `en` may be `en-GB` or `en_GB`; `en-US` is not `en-GB`. */
export function areCompatible(a: string, b: string): boolean {
  const [one, other] = [formatSubtags(a), formatSubtags(b)]
  return one.startsWith(other) || other.startsWith(one)
}

function formatSubtags(lang: string): string {
  return `${lang.toLowerCase().replaceAll('_', '-')}-`
}
