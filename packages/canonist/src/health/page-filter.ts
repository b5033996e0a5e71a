/** Which pages are meant. */
export interface PageFilter {
  /** Those of one host. */
  readonly host?: string | undefined
  /** These pages. */
  readonly pageIds?: readonly number[] | undefined
  /** Whether pages that are not due yet are meant, too. */
  readonly isAll?: boolean | undefined
}
