// Which substrings stand in the same surroundings: all (prefix, suffix) envelopes of all URLs, by hash.
import { tokenize } from './tokens.mjs'

const LONGEST_SUBSTRING = 35

/** Calls back with the members of each envelope that has at least two and at most so many. */
export function visitSmallBuckets(lists, mostMembers, callback) {
  const chains = chainByEnvelope(lists)
  for (const head of chains.heads) {
    const members = head === 0 ? [] : listMembers(chains, head, mostMembers)
    if (members.length > 1 && members.length <= mostMembers) callback(members)
  }
}

export const tokenLists = (urls) => urls.map(tokenize)

function listMembers({ next, url, from, to }, head, mostMembers) {
  const members = []
  for (let at = head; at !== 0 && members.length <= mostMembers; at = next[at])
    members.push({ url: url[at], from: from[at], to: to[at] })
  return members
}

/** Linked lists in typed arrays, and an own hash table: there are some hundred envelopes to every URL. */
function chainByEnvelope(lists) {
  const chains = createChains(
    lists.reduce((sum, { length }) => sum + length * Math.min(length, LONGEST_SUBSTRING + 1), 1),
  )
  for (const [index, tokens] of lists.entries()) {
    const [prefixes, suffixes] = [hashPrefixes(tokens), hashPrefixes(tokens.toReversed()).toReversed()]
    for (let start = 1; start < tokens.length; start += 1)
      for (let end = start; end < tokens.length && end - start <= LONGEST_SUBSTRING; end += 1)
        chains.add(prefixes[start], suffixes[end], index, start, end)
  }
  return chains
}

function createChains(size) {
  const [next, url, from, to] = [0, 1, 2, 3].map(() => new Int32Array(size + 1))
  const slots = 2 ** Math.ceil(Math.log2(size * 2))
  const [keys, heads] = [new Float64Array(slots), new Int32Array(slots)]
  let at = 0
  function add(prefix, suffix, index, start, end) {
    const key = prefix * 2 ** 20 + (suffix & 0xf_ff_ff)
    let slot = (Math.imul(prefix, 0x9e_37_79_b1) ^ suffix) & (slots - 1)
    while (heads[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (slots - 1)
    at += 1
    next[at] = heads[slot]
    url[at] = index
    from[at] = start
    to[at] = end
    keys[slot] = key
    heads[slot] = at
  }
  return { next, url, from, to, heads, add }
}

/** The hash of the first n tokens, for each n. */
function hashPrefixes(tokens) {
  const hashes = [7]
  for (const token of tokens) hashes.push(hashToken(hashes.at(-1), token))
  return hashes
}

function hashToken(hash, token) {
  let mixed = hash
  for (let index = 0; index < token.length; index += 1)
    mixed = Math.imul(mixed ^ token.charCodeAt(index), 0x01_00_01_93)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ 0x5b_d1_e9_95, 0x85_eb_ca_6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
