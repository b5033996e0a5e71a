/** A log that was said to be sorted, and whose records of one site do not stand together. */
export class UnsortedLogError extends Error {
  readonly site: string

  constructor(site: string) {
    super(`the records of ${site} do not stand together: sort the log by site, or do not say that it is sorted`)
    this.name = 'UnsortedLogError'
    this.site = site
  }
}
