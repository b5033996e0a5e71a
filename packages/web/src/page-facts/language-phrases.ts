/** The phrases of one language that link health recognizes. To add a language, add an entry to `PHRASES`. */
export interface LanguagePhrases {
  /** File and folder names of home pages. */
  readonly home: readonly string[]
  /** Regular expressions for "the page is missing". Accents may be lost or broken in the text. */
  readonly missing: readonly string[]
  /** Regular expressions for "the domain is for sale, has expired or is parked". */
  readonly forSale: readonly string[]
  /** Words that make a phrase hypothetical: "if the page does not exist". */
  readonly conditions: readonly string[]
  /** From January on. Several names of a month are separated by slashes. */
  readonly months: readonly string[]
  /** Units of deadlines. */
  readonly units: readonly string[]
  /** Numbers of deadlines: the digits, then the words for it. */
  readonly numbers: readonly string[]
  /** Regular expressions for the words before the date of the last update. */
  readonly updated: readonly string[]
}

/** Phrases by language. All languages apply to every page, because sites publish in several. */
export const PHRASES: Readonly<Record<string, LanguagePhrases>> = {
  es: {
    home: ['inicio', 'portada'],
    missing: [
      'página no (?:encontrada|existe|disponible)',
      'no se (?:ha encontrado|ha podido encontrar|encuentra|encontró) (?:la|el) (?:página|recurso|contenido|documento)',
      '(?:la|el) (?:página|recurso|contenido|documento) (?:solicitad[ao]|que busca|que está buscando|buscad[ao])? ?(?:no (?:existe|se encuentra|se ha encontrado|está disponible)|ha sido (?:eliminad|retirad)[ao]|ya no (?:existe|está))',
      '(?:recurso|contenido|documento) no (?:encontrado|disponible)',
      '404 no encontrad[oa]',
    ],
    forSale: [
      '(?:este|el) dominio (?:[a-z0-9.-]+ )?(?:está|puede estar|podría estar) (?:en|a la) venta',
      'dominio en venta',
      'compr[ae]r? este dominio',
      '(?:este|el) dominio (?:[a-z0-9.-]+ )?(?:ha (?:caducado|expirado)|está (?:aparcado|caducado))',
    ],
    conditions: ['si', 'cuando'],
    months:
      'enero/ene,febrero/feb,marzo/mar,abril/abr,mayo,junio/jun,julio/jul,agosto/ago,septiembre/setiembre/sept/sep,octubre/oct,noviembre/nov,diciembre/dic'.split(
        ',',
      ),
    units: ['d[ií]as?', 'mes(?:es)?', 'a[ñn]os?', 'semanas?', 'horas?'],
    numbers:
      '1 un una,2 dos,3 tres,4 cuatro,5 cinco,6 seis,7 siete,8 ocho,9 nueve,10 diez,11 once,12 doce,15 quince,20 veinte,30 treinta,40 cuarenta,60 sesenta,90 noventa,100 cien'.split(
        ',',
      ),
    updated: ['actualiza(?:do|da|ción)', 'modificación', 'revisión', 'hora (?:oficial|actual)'],
  },
  en: {
    home: ['home'],
    missing: [
      'error 404',
      '404 (?:not found|error)',
      'page (?:not found|cannot be found|does not exist|no longer exists)',
      "(?:the |this )?page (?:you (?:requested|are looking for|were looking for))? ?(?:could not be found|cannot be found|can[’']t be found|does not exist|no longer exists|has been removed|is not available)",
      "(?:sorry,? )?we (?:can[’']t|cannot|couldn[’']t|could not) find (?:the|that|this) page",
      '(?:content|document|file) (?:not found|no longer available)',
    ],
    forSale: [
      '(?:this|the) (?:domain(?: name)?|website) (?:[a-z0-9.-]+ )?(?:is|may be|might be|could be) for sale',
      '(?:domain(?: name)?|[a-z0-9-]+\\.[a-z]{2,24}) is for sale',
      'buy this domain',
      '(?:make an offer|inquire|get a price) (?:on|for|about) this domain',
      '(?:this|the) domain(?: name)? (?:[a-z0-9.-]+ )?(?:has expired|is parked|has been parked|is expired)',
      '(?:this|the) (?:domain|web ?page) is parked',
      'parked (?:domain|free)',
    ],
    conditions: ['if', 'when', 'whenever', 'in case'],
    months:
      'january/jan,february/feb,march/mar,april/apr,may,june/jun,july/jul,august/aug,september/sept/sep,october/oct,november/nov,december/dec'.split(
        ',',
      ),
    units: ['days?', 'months?', 'years?', 'weeks?', 'hours?'],
    numbers:
      '1 one,2 two,3 three,4 four,5 five,6 six,7 seven,8 eight,9 nine,10 ten,11 eleven,12 twelve,15 fifteen,20 twenty,30 thirty,40 forty,60 sixty,90 ninety'.split(
        ',',
      ),
    updated: ['updated', 'modified', 'reviewed'],
  },
  fr: {
    home: ['accueil'],
    missing: [
      '(?:page|ressource|contenu|document) (?:introuvable|inexistante?|non trouvée?)',
      "(?:la|cette|le|ce) (?:page|ressource|contenu|document) (?:demandée?|recherchée?|que vous (?:recherchez|cherchez|demandez|avez demandée?))? ?(?:est introuvable|n[’']existe (?:pas|plus)|n[’']a pas été trouvée?|n[’']a pas pu être trouvée?|a été supprimée?)",
      'erreur 404',
    ],
    forSale: [
      '(?:ce|le) (?:nom de )?domaine (?:[a-z0-9.-]+ )?est à vendre',
      'achet(?:er|ez) ce (?:nom de )?domaine',
      '(?:ce|le) (?:nom de )?domaine (?:[a-z0-9.-]+ )?(?:a expiré|est expiré)',
    ],
    conditions: ['si', 'lorsque', 'quand'],
    months: 'janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre'.split(','),
    units: ['jours?', 'mois', 'ans?', 'années?', 'semaines?', 'heures?'],
    numbers:
      '1 un une,2 deux,3 trois,4 quatre,5 cinq,6 six,7 sept,8 huit,9 neuf,10 dix,12 douze,15 quinze,20 vingt,30 trente,60 soixante'.split(
        ',',
      ),
    updated: ['mise? à jour', 'modifiée?', 'révisée?'],
  },
  pt: {
    home: ['inicio', 'in%C3%ADcio', 'pagina-inicial'],
    missing: [
      'página (?:não encontrada|inexistente)',
      '(?:a|esta) página (?:solicitada|que procura|que procurava|que está a procurar)? ?(?:não (?:existe|foi encontrada)|já não existe|foi (?:removida|eliminada))',
      '(?:recurso|conteúdo|documento) não encontrado',
      'erro 404',
    ],
    forSale: [
      '(?:este|o) domínio (?:[a-z0-9.-]+ )?(?:está|pode estar) à venda',
      'compr(?:ar|e) este domínio',
      '(?:este|o) domínio (?:[a-z0-9.-]+ )?(?:expirou|está expirado)',
    ],
    conditions: ['se', 'quando', 'caso'],
    months: 'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro'.split(','),
    units: ['dias?', 'm[êe]s(?:es)?', 'anos?', 'semanas?', 'horas?'],
    numbers:
      '1 um uma,2 dois duas,3 três,4 quatro,5 cinco,6 seis,7 sete,8 oito,9 nove,10 dez,12 doze,15 quinze,20 vinte,30 trinta,60 sessenta,90 noventa'.split(
        ',',
      ),
    updated: ['atualiza(?:do|da|ção)', 'modificação'],
  },
  ca: {
    home: ['inici', 'portada'],
    missing: [
      'pàgina no (?:trobada|existeix|disponible)',
      "(?:la|aquesta) pàgina (?:sol·licitada|que (?:busqueu|cerqueu|busques|cerques))? ?(?:no (?:existeix|s[’']ha trobat)|ja no existeix|ha estat (?:eliminada|suprimida))",
      "no s[’']ha (?:trobat|pogut trobar) la pàgina",
    ],
    forSale: [
      '(?:aquest|el) domini (?:[a-z0-9.-]+ )?està (?:en|a la) venda',
      'comprar? aquest domini',
      '(?:aquest|el) domini (?:[a-z0-9.-]+ )?ha caducat',
    ],
    conditions: ['si', 'quan'],
    months: 'gener,febrer,març,abril,maig,juny,juliol,agost,setembre,octubre,novembre,desembre'.split(','),
    units: ['dia', 'dies', 'mes(?:os)?', 'anys?', 'setman(?:a|es)', 'hor(?:a|es)'],
    numbers:
      '1 un una,2 dos dues,3 tres,4 quatre,5 cinc,6 sis,7 set,8 vuit,9 nou,10 deu,12 dotze,15 quinze,20 vint,30 trenta,60 seixanta,90 noranta'.split(
        ',',
      ),
    updated: ['actualitza(?:t|da|ció)', 'modificació'],
  },
  de: {
    home: ['startseite'],
    missing: [
      '(?:seite|inhalt|dokument) (?:wurde )?nicht gefunden',
      '(?:die|diese) (?:angeforderte |gesuchte |gewünschte )?seite (?:existiert nicht(?: mehr)?|(?:wurde|konnte) (?:leider )?nicht gefunden(?: werden)?|wurde entfernt)',
      'fehler 404',
    ],
    forSale: [
      '(?:diese|die) domain (?:[a-z0-9.-]+ )?(?:steht|ist|könnte) (?:möglicherweise )?(?:zum verkauf|zu verkaufen)',
      'domain zu verkaufen',
      'diese domain kaufen',
      '(?:diese|die) domain (?:[a-z0-9.-]+ )?(?:ist abgelaufen|ist geparkt)',
    ],
    conditions: ['wenn', 'falls', 'sollte'],
    months: 'januar,februar,märz,april,mai,juni,juli,august,september,oktober,november,dezember'.split(','),
    units: ['tage?n?', 'monate?n?', 'jahre?n?', 'wochen?', 'stunden?'],
    numbers:
      '1 ein eine einen einem einer,2 zwei,3 drei,4 vier,5 fünf,6 sechs,7 sieben,8 acht,9 neun,10 zehn,12 zwölf,14 vierzehn,15 fünfzehn,20 zwanzig,30 dreißig,60 sechzig,90 neunzig'.split(
        ',',
      ),
    updated: ['aktualisiert', 'aktualisierung', 'stand:', 'geändert'],
  },
  it: {
    home: ['pagina-iniziale'],
    missing: [
      'pagina (?:non trovata|inesistente)',
      '(?:la|questa) pagina (?:richiesta|cercata|che (?:cerchi|stai cercando|hai richiesto))? ?(?:non (?:esiste(?: più)?|è stata trovata)|è stata rimossa)',
      '(?:contenuto|documento) non trovato',
      'errore 404',
    ],
    forSale: [
      '(?:questo|il) dominio (?:[a-z0-9.-]+ )?(?:è|potrebbe essere) in vendita',
      'acquista(?:re)? questo dominio',
      '(?:questo|il) dominio (?:[a-z0-9.-]+ )?(?:è scaduto|è parcheggiato)',
    ],
    conditions: ['se', 'quando', 'qualora'],
    months: 'gennaio,febbraio,marzo,aprile,maggio,giugno,luglio,agosto,settembre,ottobre,novembre,dicembre'.split(','),
    units: ['giorn[oi]', 'mes[ei]', 'ann[oi]', 'settiman[ae]', 'or[ae]'],
    numbers:
      '1 un uno una,2 due,3 tre,4 quattro,5 cinque,6 sei,7 sette,8 otto,9 nove,10 dieci,12 dodici,15 quindici,20 venti,30 trenta,60 sessanta,90 novanta'.split(
        ',',
      ),
    updated: ['aggiorna(?:to|ta|mento)', 'modifica(?:to|ta)?:'],
  },
}

/** The phrases of one kind in all languages, each once. */
export function listPhrases(kind: Exclude<keyof LanguagePhrases, 'months' | 'numbers'>): string[] {
  return [...new Set(Object.values(PHRASES).flatMap((language) => language[kind]))]
}

/** Month numbers by name. */
export function createMonthNumbers(): Map<string, number> {
  const named = Object.values(PHRASES).flatMap(({ months }) =>
    months.flatMap((names, index) => names.split('/').map((name) => [name, index + 1] as const)),
  )
  return new Map(named)
}

/** Numbers by word. */
export function createNumberWords(): Map<string, number> {
  const entries = Object.values(PHRASES).flatMap(({ numbers }) => numbers.map((entry) => entry.split(' ')))
  return new Map(entries.flatMap(([number, ...words]) => words.map((word) => [word, Number(number)] as const)))
}

const MARKS = /\p{M}/gu

/** Lets each accented letter match without its accent, or broken, because some sites declare the wrong charset. */
export function allowLostAccents(pattern: string): string {
  return pattern.replace(/[à-öø-ÿ]/g, (letter) => `(?:${letter}|${letter.normalize('NFD').replace(MARKS, '')}|\ufffd)`)
}
