import { isScalar } from 'yaml'

/** What a key of YAML is called as the name of a field: 1 and "1" are one name. */
export function toFieldName(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}
