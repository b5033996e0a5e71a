/** `JSON.stringify` and a reviver go down by recursion, and the stack ends at about 3,000 levels. */
const MAX_JSON_DEPTH = 1000

/** Whether valid JSON is nested deeper than 1,000 levels. Looks at every character only if there are enough brackets for that. */
export function isTooDeep(json: string): boolean {
  return countUpTo(json, '[') + countUpTo(json, '{') > MAX_JSON_DEPTH && measureDepth(json) > MAX_JSON_DEPTH
}

/** Stops counting once the number is beyond the limit. */
function countUpTo(text: string, char: string): number {
  let count = 0
  for (let at = text.indexOf(char); at >= 0 && count <= MAX_JSON_DEPTH; at = text.indexOf(char, at + 1)) count += 1
  return count
}

function measureDepth(json: string): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (char === '"') at = findStringEnd(json, at)
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1))
    else if (char === '}' || char === ']') depth -= 1
  }
  return deepest
}

function findStringEnd(json: string, open: number): number {
  let at = open + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
