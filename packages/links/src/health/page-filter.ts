/** Which pages to select. */
export interface PageFilter {
  /** Only pages of this host. */
  readonly host?: string | undefined
  /** Only these pages. */
  readonly pageIds?: readonly number[] | undefined
  /** Whether to include pages that are not due yet. */
  readonly isAll?: boolean | undefined
}
