/** Logs of one record a line, or a table. */
export type LineLogFormat = 'jsonl' | 'csv' | 'tsv' | 'cdx' | 'cdxj' | 'wayback' | 'heritrix' | 'access' | 'text'

export type LogFormat = LineLogFormat | 'parquet' | 'warc' | 'wacz'

/** A description of each format, for messages. */
export const LOG_FORMATS: Readonly<Record<LogFormat, string>> = {
  jsonl: 'one JSON object per line, with a url',
  csv: 'comma-separated values with a column url',
  tsv: 'tab-separated values with a column url',
  cdx: 'an index of web archives with 7, 9 or 11 columns',
  cdxj: 'the same with a JSON object at the end of the line',
  wayback: "the JSON of the Wayback Machine's index",
  heritrix: 'the crawl.log of Heritrix',
  access: "the access log of nginx or Apache ('common' or 'combined')",
  text: 'one URL per line',
  parquet: "Parquet with a column url, as Common Crawl's index",
  warc: 'a web archive',
  wacz: 'web archives in a ZIP file',
}
