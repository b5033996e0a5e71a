/** Lines of which nine of ten are duplicates, in a spelling of their own, of a line anywhere before. */
export function* listLines(count: number): Generator<string> {
  for (let index = 0; index < count; index += 1) {
    const before = (index * 7919 + 13) % Math.max(index, 1)
    const page = index % 10 === 0 ? index : before - (before % 10)
    yield `https://h${page % 97}.example/${page}${index % 10 === 0 ? '' : `?utm_source=${index % 10}`}`
  }
}
