/** Two slashes of either kind, as browsers read them: an authority may follow, in a parameter or a path, too. */
const SLASHES = /[/\\][\t\n\r]*[/\\][/\\\t\n\r]*/g
const AUTHORITY_END = /[/\\?#]/g
const STOP = /[@…"]/g
/** A colon that begins a password: after the colon of a port come only digits, after that of a sentence a space. */
const PASSWORD_COLON = /:(?!\d*(?:\s|$))/
/** In these schemes a name and an address follow, not a password: `mailto:me@example.com`. */
const NAMES_FOLLOW = '(?:mailto|sips?|xmpp|acct|tel|urn|tag|data|cid|mid|news|npm|https?|wss?|ftp):'
const QUOTE = '["\'(<`]?'
/** `user:password@example.com` and `https:user:password@example.com`, as words of their own. */
const WITHOUT_SLASHES = /* @__PURE__ */ matchWithoutSlashes()

function matchWithoutSlashes(): RegExp {
  const scheme = String.raw`(?:(?:https?|wss?|ftp):[/\\]?)?`
  const credentials = String.raw`[^\s/\\?#@:]*:[^\s/\\?#@]+@(?:[^\s/\\?#@]*@)*`
  return new RegExp(String.raw`(?<!\S)(${QUOTE}${scheme})(?!${QUOTE}${NAMES_FOLLOW})${credentials}`, 'gi')
}

/**
 * Replaces the user and password of every URL in a text: messages end up in logs, and commands on screens.
 *
 * The text may be a URL, something that is not quite one, or a sentence around it. Where it is unclear what the password is,
 * more is hidden rather than less. Takes time in proportion to the length.
 *
 * @example hideCredentials('https://me:pw@exa mple.com/') // 'https://…@exa mple.com/'
 */
export function hideCredentials(text: string): string {
  if (!/[@…]/.test(text)) return text
  return hideAfterSlashes(text).replace(WITHOUT_SLASHES, '$1…@')
}

function hideAfterSlashes(text: string): string {
  const findEnd = createEndFinder(text)
  let shown = ''
  let from = 0
  for (const { 0: slashes, index } of text.matchAll(SLASHES)) {
    const start = index + slashes.length
    const end = index < from ? -1 : findEnd(start)
    if (end === -1) continue
    shown += `${text.slice(from, start)}…${text[end] === '@' ? '@' : ''}`
    from = end + 1
  }
  return shown + text.slice(from)
}

/** Finds the `@` that ends the credentials which begin at a place, or the `…` where the text was cut; -1 if there are none. */
function createEndFinder(text: string): (start: number) => number {
  const findWord = createWordFinder(text)
  return (start) => {
    AUTHORITY_END.lastIndex = start
    const authority = text.slice(start, AUTHORITY_END.exec(text)?.index ?? text.length)
    // The colons of an IPv6 address begin no password.
    const colon = authority.replace(/^\[[^\]]*\]/, (address) => '.'.repeat(address.length)).search(PASSWORD_COLON)
    const last = authority.lastIndexOf('@')
    if (colon !== -1 && colon < last) return start + last
    const lastOfWord = authority.split(' ', 1)[0]?.lastIndexOf('@') ?? -1
    if (lastOfWord > 0) return start + lastOfWord
    if (colon === -1 || authority.lastIndexOf(' ', colon) !== -1) return -1
    // The port is not a number, so this is not a host: the password has a slash, a `?` or a `#` in it.
    const { lastAt, next } = findWord(start)
    return lastAt > start ? lastAt : next
  }
}

interface WordEnds {
  /** The last `@` of the word, -1 where it has none. */
  readonly lastAt: number
  /** The next `@` or `…` at all, -1 where a quotation ends before it. */
  readonly next: number
}

/** Looks for the ends of credentials that have spaces in them. Remembers what it found, so that it reads the text only once. */
function createWordFinder(text: string): (start: number) => WordEnds {
  let wordEnd = -1
  let lastAt = -1
  let stop = -1
  return (start) => {
    if (start > wordEnd) {
      const space = text.indexOf(' ', start)
      wordEnd = space === -1 ? text.length : space
      const at = text.slice(start, wordEnd).lastIndexOf('@')
      lastAt = at === -1 ? -1 : start + at
    }
    if (start > stop) {
      STOP.lastIndex = start
      stop = STOP.exec(text)?.index ?? text.length
    }
    return { lastAt, next: stop === text.length || text[stop] === '"' ? -1 : stop }
  }
}
