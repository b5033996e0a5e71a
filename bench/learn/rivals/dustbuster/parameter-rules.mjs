// Rules that take a parameter away, whatever its value: the bucket of an envelope then holds the values.
const LARGEST_BUCKET = 6
const LEAST_SUPPORT = 3

/** Rules `{ parameter, support }`. */
export function findParameterRules(records, byUrl) {
  const buckets = new Map()
  for (const record of records)
    for (const name of readNames(record.url)) add(buckets, `${name}\n${withoutParameter(record.url, name)}`, record)
  const support = new Map()
  for (const [key, members] of buckets) {
    const [name, rest] = key.split('\n')
    vote(support, name, byUrl.has(rest) ? [...members, byUrl.get(rest)] : members)
  }
  return [...support]
    .filter(([, votes]) => votes >= LEAST_SUPPORT)
    .map(([parameter, votes]) => ({ parameter, support: votes }))
}

const readName = (pair) => pair.split('=', 1)[0]

function readNames(url) {
  const start = url.indexOf('?')
  return start === -1
    ? []
    : url
        .slice(start + 1)
        .split('&')
        .map(readName)
}

export function withoutParameter(url, name) {
  const start = url.indexOf('?')
  if (start === -1) return url
  const pairs = url
    .slice(start + 1)
    .split('&')
    .filter((pair) => readName(pair) !== name)
  return url.slice(0, start) + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
}

function add(buckets, key, record) {
  const members = buckets.get(key)
  if (members === undefined) buckets.set(key, [record])
  else members.push(record)
}

function vote(support, name, members) {
  if (members.length < 2 || members.length > LARGEST_BUCKET) return
  for (const [index, one] of members.entries())
    for (const other of members.slice(0, index))
      if (one.size === other.size) support.set(name, (support.get(name) ?? 0) + 1)
}
