/** How sites say, in Spanish and in English, that a page is missing; other countries add a line. */
const PHRASES: readonly string[] = [
  'p[aá]gina no (?:encontrada|existe|disponible)',
  'no se (?:ha encontrado|ha podido encontrar|encuentra|encontr[oó]) (?:la|el) (?:p[aá]gina|recurso|contenido|documento)',
  '(?:la|el) (?:p[aá]gina|recurso|contenido|documento) (?:solicitad[ao]|que busca|que est[aá] buscando|buscad[ao])? ?(?:no (?:existe|se encuentra|se ha encontrado|est[aá] disponible)|ha sido (?:eliminad|retirad)[ao]|ya no (?:existe|est[aá]))',
  '(?:recurso|contenido|documento) no (?:encontrado|disponible)',
  'error 404',
  '404 (?:not found|error|no encontrad[oa]|p[aá]gina no encontrada)',
  'page (?:not found|cannot be found|does not exist|no longer exists)',
  "(?:the |this )?page (?:you (?:requested|are looking for|were looking for))? ?(?:could not be found|cannot be found|can[’']t be found|does not exist|no longer exists|has been removed|is not available)",
  "(?:sorry,? )?we (?:can[’']t|cannot|couldn[’']t|could not) find (?:the|that|this) page",
  '(?:content|document|file) (?:not found|no longer available)',
]
const PHRASE = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${PHRASES.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
/** Between the name of a page and the name of its site. */
const SEPARATOR = /\s[|–—·»:•-]\s|\s*[|»·•]\s*/u
const ONLY_A_NUMBER = /^(?:error\s*)?40[34]$/i

/** A title may speak of missing pages at length, and so be about them. */
const LONGEST_TITLE_PART = 12
/** A page of more words has something else to say. */
const LONGEST_TEXT = 150

export interface SpokenPage {
  readonly title: string | null
  readonly text: string
  readonly words: number
}

/**
 * Whether a page says of itself that it is missing: in a short part of its title, or in a text that says little else.
 *
 * @example saysItIsMissing({ title: 'Página no encontrada | Ministerio', text: '', words: 0 }) // true
 */
export function saysItIsMissing({ title, text, words }: SpokenPage): boolean {
  const isInTitle = (title ?? '').split(SEPARATOR).some((part) => isShort(part) && says(part.trim()))
  return isInTitle || (words <= LONGEST_TEXT && PHRASE.test(text.replace(/\s+/g, ' ')))
}

const isShort = (part: string): boolean => part.trim().split(/\s+/).length <= LONGEST_TITLE_PART

const says = (part: string): boolean => ONLY_A_NUMBER.test(part) || PHRASE.test(part)
