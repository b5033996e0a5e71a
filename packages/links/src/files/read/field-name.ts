import { isScalar } from 'yaml'

/** Converts a key of YAML to the name of a field: 1 and "1" are the same name. */
export function toFieldName(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}
