/** Rows as CSV (RFC 4180), every cell in quotes. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')

/** https://owasp.org/www-community/attacks/CSV_Injection: URLs are written by strangers, and a spreadsheet would run a formula. */
const formatCell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r\n])/, "'").replaceAll('"', '""')}"`
