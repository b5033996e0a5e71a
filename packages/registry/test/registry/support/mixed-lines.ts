/** Lines as they come: pages, other spellings of them, empty ones, and what is no URL. */
export function mixedLines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const page = `https://host-${index % 37}.example/p/${(index * 7919) % Math.ceil(count / 2)}`
    return (
      [page, `${page}?utm_source=s${index % 3}`, page.replace('host', 'HOST'), `${page}#f${index % 5}`][index % 4] ?? ''
    )
  }).map((line, index) => (index % 41 === 40 ? `no url ${index % 6}` : index % 53 === 52 ? '' : line))
}
