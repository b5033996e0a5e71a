// https://archive.org/web/researcher/cdx_legend.php
export const CDX_HEADER = /^(\W?)CDX((?:\W[a-zA-Z])+)\W*$/

export const isCdxHeader = (line: string): boolean => CDX_HEADER.test(line)

export const isCdxjLine = (line: string): boolean => /^\S+ \d{4,17} \{/.test(line)

/** The index of a web archive that a file is, by its first line. */
export function recognizeIndex(line: string): 'cdx' | 'cdxj' | null {
  if (isCdxjLine(line)) return 'cdxj'
  return isCdxHeader(line) || /^\S+ \d{14} https?:\S+ \S/.test(line) ? 'cdx' : null
}
