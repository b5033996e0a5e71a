/** Replaces the table between `<!-- generated: NAME -->` and `<!-- end -->`. */
export function replaceTable(page, name, head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`
  const table = `${line(head)}|${head.map(() => '---|').join('')}\n${rows.map(line).join('')}`
  const place = new RegExp(`(<!-- generated: ${name} -->\n\n)[^]*?(\n<!-- end -->)`)
  if (!place.test(page)) throw new Error(`the page has no place for the table "${name}"`)
  return page.replace(place, (_, before, after) => `${before}${table}${after}`)
}
