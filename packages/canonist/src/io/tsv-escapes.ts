// The tab-separated values of engines: ClickHouse and Hive write NULL as \\N and escape what would end a cell or a row.
// https://clickhouse.com/docs/interfaces/formats/TabSeparated
// https://cwiki.apache.org/confluence/display/Hive/LanguageManual+Transform

export const NULL_CELL = '\\N'

const UNESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  r: '\r',
  n: '\n',
  t: '\t',
  0: '\0',
  a: '\u0007',
  v: '\v',
}

/** The text of a cell. A backslash before any other character is dropped. */
export function unescapeTsv(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/gsu, (_, char: string) => UNESCAPED[char] ?? char) : cell
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\r': '\\r',
  '\n': '\\n',
  '\t': '\\t',
  '\0': '\\0',
  '\\': '\\\\',
}

export function escapeTsv(text: string): string {
  return text.replace(/[\b\f\r\n\t\0\\]/g, (char) => ESCAPED[char] ?? char)
}
