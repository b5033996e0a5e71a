const READ = /^\s*(?:select|with|values|pragma|explain)\b/i

/** Whether a statement only reads. A statement that changes rows after a `with` must be run inside a transaction. */
export function isReadStatement(sql: string): boolean {
  return READ.test(sql)
}
