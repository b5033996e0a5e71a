import type { Encoding } from 'hyparquet'

/** Whether a page holds places in a dictionary. */
export function isDictionaryEncoding(encoding: Encoding): boolean {
  return encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY'
}
