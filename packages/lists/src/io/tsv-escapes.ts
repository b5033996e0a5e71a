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

/** Bytes (`\\xC3\\xBC`), or any other character. */
const ESCAPE = /((?:\\x[0-9a-f]{2})+)|\\(.)/gisu

/** The text of a cell. A backslash before a character without a meaning of its own is dropped. */
export function unescapeTsv(cell: string): string {
  if (!cell.includes('\\')) return cell
  return cell.replace(ESCAPE, (_, bytes: string | undefined, char = '') =>
    bytes === undefined ? (UNESCAPED[String(char)] ?? String(char)) : readBytes(bytes),
  )
}

const readBytes = (escapes: string): string => Buffer.from(escapes.replaceAll(/\\x/gi, ''), 'hex').toString()

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
