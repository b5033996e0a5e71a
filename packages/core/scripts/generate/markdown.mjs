/** Replaces what is between `<!-- generated: NAME -->` and the next `<!-- end -->` by a table. */
export function replaceTable(page, name, head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`
  const table = `${line(head)}|${head.map(() => '---|').join('')}\n${rows.map(line).join('')}`
  const [marker, end] = [`<!-- generated: ${name} -->`, '<!-- end -->']
  const start = page.indexOf(`${marker}\n`)
  if (start < 0)
    throw new Error(`it lacks the marker ${marker}. Add it where the table "${name}" belongs, and ${end} below it.`)
  const from = start + marker.length
  const [between] = page.slice(from).split(end, 1)
  if (from + between.length === page.length || between.includes('<!-- generated: '))
    throw new Error(`the marker ${marker} has no ${end} of its own. Add one below it.`)
  return `${page.slice(0, from)}\n\n${table}\n${page.slice(from + between.length)}`
}
