// How well a contestant merges URLs of pages that it has not seen.

/**
 * @param apply what a contestant makes of a URL
 * @param test `{ url, page }`, each URL once
 * @returns `redundant` URLs are those that are not the first of their page; `right` of them fall together with another URL
 *   of their page; `wrong` counts the merges that join two pages; `unstable` the outputs that change when applied again
 */
export function score(apply, test) {
  const [groups, pages] = [new Map(), new Set()]
  let unstable = 0
  for (const { url, page } of test) {
    const output = apply(url)
    if (apply(output) !== output) unstable += 1
    findGroup(groups, output).push(page)
    pages.add(page)
  }
  const redundant = test.length - pages.size
  return summarize({ urls: test.length, redundant, unstable, outputs: groups.size, ...countMerges(groups) })
}

function findGroup(groups, output) {
  if (!groups.has(output)) groups.set(output, [])
  return groups.get(output)
}

/** A group of five URLs of two pages is four merges, of which one joins what must stay apart. */
function countMerges(groups) {
  let [right, wrong] = [0, 0]
  for (const pages of groups.values()) {
    const distinct = new Set(pages).size
    right += pages.length - distinct
    wrong += distinct - 1
  }
  return { right, wrong }
}

const share = (part, whole, ofNothing) => (whole === 0 ? ofNothing : part / whole)

function summarize(counts) {
  return {
    ...counts,
    recall: share(counts.right, counts.redundant, 1),
    precision: share(counts.right, counts.right + counts.wrong, 1),
    reduction: share(counts.urls - counts.outputs, counts.urls, 0),
  }
}

/** The counts of several sites together, and the worst of them: every site weighs what it has of URLs. */
export function total(scores) {
  const sum = (name) => scores.reduce((all, one) => all + one[name], 0)
  const names = ['urls', 'redundant', 'unstable', 'outputs', 'right', 'wrong']
  return {
    ...summarize(Object.fromEntries(names.map((name) => [name, sum(name)]))),
    worstRecall: Math.min(...scores.map(({ recall }) => recall)),
    worstPrecision: Math.min(...scores.map(({ precision }) => precision)),
  }
}
