const QUESTION = /^\s*(?:select|with|values|pragma|explain)\b/i

/** Whether a statement only reads. One that changes rows after a `with` belongs into a transaction. */
export function isReadStatement(sql: string): boolean {
  return QUESTION.test(sql)
}
