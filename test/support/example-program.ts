const CHECKS = new URL('check-example.ts', import.meta.url).href

/** An example as a program that fails where a comment is wrong. The program runs in any folder. */
export function makeProgram(text: string): { program: string; checks: number } {
  let checks = 0
  const lines = text.split('\n').map((line) => {
    const given = /^(\S.*?) \/\/ → (.+)$/.exec(line)
    const thrown = /^(\S.*?) \/\/ throws ('.+')$/.exec(line)
    if (given || thrown) checks++
    if (given) return `check((${given[1]}), (${given[2]}))`
    return thrown ? `checkThrows(() => ${thrown[1]}, ${thrown[2]})` : line
  })
  return { program: [`import { check, checkThrows } from '${CHECKS}'`, ...lines].join('\n'), checks }
}
