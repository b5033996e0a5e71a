/**
 * Every number by which the learner decides, by file, each with its reason. A change to one of them changes which rules are
 * applied: run `npm run bench -- learn` before and after.
 */
export const THRESHOLDS = {
  // learn-rules.ts
  learnRules: {
    /** What fits into a few hundred megabytes; of a larger site these propose, and all are counted. */
    MAX_URLS_PER_SITE: 50_000,
  },
  // learn-site.ts
  learnSite: {
    /** After so many rounds whatever is left is not found any more. */
    MAX_ROUNDS: 10,
    /** Each withdraws one rule; what mixes pages after that many is not found any more. */
    MAX_REVIEWS: 6,
    /** Of a sampled site so many doubtful rules are counted on all pages, each in a pass of its own; what is not counted is rejected. */
    MAX_DOUBTFUL: 5,
  },
  // known-params.ts
  knownParams: {
    /** On the sites of so many owners a parameter must mean nothing for that to be told of others. */
    MIN_OWNERS: 2,
  },
  // log/site-log.ts
  siteLog: {
    /** A site is thinned when it has grown by so much above its limit: not for every record anew. */
    SLACK: 1.25,
    /** Nearly every page of some sites names itself: so many of them tell what it means, and leave room for other claims. */
    MAX_OWN_CLAIMS: 2000,
  },
  // log/all-pages.ts
  allPages: {
    /** Pieces of this size are handed to the spool. */
    PIECE_BYTES: 32_768,
  },
  // log/byte-log.ts
  byteLog: {
    /** Room for the first two or three URLs: most sites of a log are tiny. */
    FIRST_BYTES: 256,
    /** Doubling would leave half of the memory of a large log empty. */
    GROWTH: 1.5,
  },
  // log/content-clusters.ts
  contentClusters: {
    /** Simhashes that differ in no more bits show the same page with an advert or a date changed. */
    MAX_DIFFERING_BITS: 3,
    /** A block value that many pages share tells nothing of them, and comparing all with all would take for ever. */
    MAX_COMPARED: 64,
  },
  // log/site-state.ts
  siteState: {
    /** Fewer URLs below a prefix prove nothing of it. */
    MIN_IN_SCOPE: 20,
    /** A part of a site is a scope where so large a share of its host lies, and so many URLs. */
    MIN_SHARE_IN_SCOPE: 0.02,
  },
  // propose/claims.ts
  claims: {
    /** Claims that other claims repeat need not all propose. */
    MAX_PROPOSING: 2000,
    /** Fewer claims of a site may be mistakes in a template. */
    MIN_CLAIMS: 5,
  },
  // propose/query.ts
  query: {
    /** More parameters than these are not one rule. */
    MAX_TOGETHER: 6,
  },
  // propose/buckets.ts
  buckets: {
    /** More URLs that differ in one place only are pages with numbers, not names of one page. */
    MAX_BUCKET_SIZE: 6,
    /** Of URLs with more parameters no subset is tried: they would be thousands. */
    MAX_NAMES: 12,
  },
  // propose/rewrites.ts
  rewrites: {
    /** Longer beginnings of a path are pages, not prefixes. */
    MAX_SEGMENTS: 3,
    /** A segment that fewer forms have is no part of the site. */
    MIN_COMMON: 10,
    /** Of a large site a share. */
    MIN_COMMON_SHARE: 0.01,
    /** Fewer contents that differ alike are chance. */
    MIN_CLUSTERS: 3,
    /** More rewrites between two hosts are variations of the first ones. */
    MAX_PER_HOST: 40,
  },
  // propose/candidates.ts
  candidates: {
    /** Candidates of one kind that are tried on a host: those that more contents propose come first. */
    MAX_OF_A_KIND: 120,
    /** One content that proposes a rule may be chance; known names and shapes are given a hearing all the same. */
    MIN_PROPOSERS: 2,
    /** An edit with so much in advance is heard where a single content proposes it. */
    TRIED_AT_ONCE: 15,
    /** On a large site what can no longer be proved is not even doubtful: with so many in sight, proposers and prior together. */
    MIN_REACHABLE: 30,
    /** On smaller sites every candidate is tried. */
    LARGE_SITE: 2000,
    /** A parameter has one default, and its most frequent value need not be it. */
    MAX_VALUES_PER_NAME: 2,
    /** What few contents propose can wait: it is found in a later round, when other rules are in force. */
    MAX_JOINT_PER_HOST: 12,
  },
  // propose/template-table.ts
  templateTable: {
    /** So large a share of what a star takes must be several words for it to be written as such. */
    MIN_SLUGS: 0.8,
    /** Fewer contents do not tell a variable from a constant. */
    MIN_ROWS: 3,
    /** More rows of a table repeat what these say. */
    MAX_ROWS: 400,
    /** A column is a variable where at least every so many rows bring a new value. */
    ROWS_PER_VALUE: 4,
  },
  // propose/write-rewrite.ts
  writeRewrite: {
    /** The rewrites of a policy have `$1` to `$9`. */
    MAX_VARIABLES: 9,
  },
  // propose/align.ts
  align: {
    /** A rewrite has nine variables. */
    MAX_SHARED: 9,
    /** What is shorter and no number is shared by chance. */
    MIN_SHARED_WORD_LENGTH: 3,
  },
  // propose/pairs.ts
  pairs: {
    /** A content that more forms show is a login page or a soft 404: looking at all of them would prove nothing. */
    MAX_PAIRS: 6,
    /** Of a content that more forms show, the others repeat what these say. */
    MAX_FORMS: 40,
  },
  // trial/count-place.ts
  countPlace: {
    /** A word of which fewer pages are also there under the swapped ones stands for something else: `/user/7` beside `/story/7`. */
    MIN_SHARED: 5,
    /** Below half, the word stands for other pages. */
    MIN_SHARE: 0.5,
  },
  // trial/values.ts
  values: {
    /** Of a parameter with more values no single one is looked at: it is an identifier of something. */
    MAX_LISTED_VALUES: 24,
    /** One value that agrees is a default. */
    MIN_VALUES: 2,
    /** So many agreeing values say that none of them matters. */
    ENOUGH_VALUES: 5,
    /** With fewer values, they must be those of most URLs. */
    MIN_COVERED: 0.6,
    /** One failure of a value may be noise. */
    MIN_FAILURES: 2,
    /** Above this share of values that always failed, a few agreeing ones prove nothing. */
    MAX_CONTRADICTED: 0.1,
    /** More forms of one collision repeat what these say. */
    MAX_COMPARED: 24,
    /** Fewer that differ are chance. */
    MIN_DIFFERING: 4,
    /** A parameter has several values: one of them deviates by two deviations often enough. */
    MAX_DEVIATIONS: 2.5,
    /** Of values that come back so often on one page after another each has a meaning of its own. */
    MAX_RECURRING: 2,
  },
  // trial/other-ports.ts
  otherPorts: {
    /** Where a rule changes fewer URLs, nothing can be asked of them. */
    MIN_UNTRIED: 5,
    /** As for the bound of a rule that is applied. */
    MIN_SHARE: 0.9,
  },
  // judge/wilson-bound.ts
  wilsonBound: {
    /** Of the 95 % interval. Without a failure it takes 35 trials to be above 0.9. */
    Z: 1.96,
  },
  // judge/judge.ts
  judge: {
    /** Wrong once in ten at worst, at 95 % confidence; without a failure that takes 35 contents. */
    APPLY_BOUND: 0.9,
    /** Below this, fetching would mostly refute. */
    PROBE_BOUND: 0.6,
    /** A rule that is wrong more often than noise explains is not applied, however narrow its interval. */
    MIN_SHARE: 0.95,
    /** Whatever is known in advance, so many contents of the site itself must agree. */
    MIN_SUPPORT: 4,
    /** So many contents, or so large a share, may speak against a rule without being accidents. */
    MAX_CONTRADICTIONS: 2,
    /** Of many trials a share, where a fixed number would be met by chance. */
    MAX_CONTRADICTED: 0.02,
    /** Whatever is known in advance, some contents must speak for the rule. */
    MAX_PRIOR: 31,
    /** Names with as much in advance are known for what they are. */
    KNOWN_NAME: 18,
  },
  // judge/examiner.ts
  examiner: {
    /** So many failures, and more than agree: other rules will not make it true. */
    REFUTED_BY: 10,
    /** Of the forms that it changes, so many must have been tried: the others may yet come together. */
    REFUTED_SHARE: 0.5,
    /** No more agreeing contents than these are taken over from other hosts of the site. */
    MAX_SIBLING_PRIOR: 15,
    /** Where the same rule fails more often on other hosts, they say nothing for it. */
    MIN_SIBLING_SHARE: 0.9,
  },
  // judge/evidence.ts
  evidence: {
    /** A page has few names; what more paths show that a rule leaves apart is a part of many pages. */
    MAX_PATHS: 6,
    /** A page has few names; a size that more outputs of a rule show is that of many pages (DustBuster's small buckets). */
    MAX_OUTPUTS: 6,
    /** Near-equal is not equal: so large a share of what agrees must agree to the byte. */
    MIN_EXACT: 0.5,
    /** So large a share of what falls together may be two languages or releases by accident. */
    MAX_NEVER_ALIKE: 0.05,
    /** More forms of one collision, and more URLs of a form, repeat what these say. */
    MAX_COMPARED: 6,
    /** No manual has more releases: these are identifiers that look like them. */
    MAX_RELEASES: 24,
  },
  // judge/noise.ts
  noise: {
    /** A rule below this share is more likely wrong than noisy. Exact hashes see every changed word, so they get more room; never so much that a manual of which seven pages in ten are the same in two versions could pass for one. */
    MIN_AGREEMENT: { near: 0.85, exact: 0.75 },
    /** Near-equal contents may be those of two editions: they never explain more than this. */
    MIN_BY_NEAR: 0.94,
    /** So many pairs of fetches tell how often two of them agree. */
    MIN_TRIALS: 40,
    /** Rules that fail on the same contents are one and the same in other words. Half are those of the form that all lead to. */
    MAX_SHARED_FAILURES: 0.75,
    /** By so many standard errors of the measure the doubt goes against the rules. */
    DOUBT: 1,
  },
  // judge/near-noise.ts
  nearNoise: {
    /** With fewer, one spoiled fetch more or less is a percent. */
    MIN_FETCHES: 100,
    /** Where more of them differ, these are editions of a page, and not accidents of fetching. */
    MAX_NOISE: 0.05,
  },
  // judge/corner-noise.ts
  cornerNoise: {
    /** A page has few names that no proposal knows yet, as rewrites will; what more URLs show is the content of many pages. */
    MAX_ELSEWHERE: 6,
    /** Proposals that agree less often do not say which URLs may be one page. */
    MIN_SHARE: 0.6,
    /** Of the spellings of a page so many are compared. */
    MAX_SPELLINGS: 12,
    /** Fewer corners of a kind are no control of the others. */
    MIN_CORNERS: 10,
    /** By more standard deviations than this, one kind of corner is odd more often than the other for a reason. */
    MAX_DEVIATIONS: 1.5,
  },
  // judge/expected-failures.ts
  expectedFailures: {
    /** So many contents of a hundred may differ where nothing measures noise; where something does, no fewer. */
    MAX_UNEXPLAINED: 0.01,
    /** By so many standard deviations chance may exceed what noise explains: a site has tens of rules, and at two of them one true rule in forty would fall. */
    MAX_DEVIATIONS: 2.5,
    /** How likely chance exceeds them. */
    MIN_LIKELIHOOD: 0.0062,
    /** Where more failures are expected, their distribution is as good as normal. */
    EXACT_UP_TO: 100,
  },
  // judge/content-trust.ts
  contentTrust: {
    /** Where a proposal agrees less often, what meets under it are no URLs of one page. */
    MIN_SHARE: 0.6,
    /** How much more often than it agrees a content must be the odd one out to be held for an accident of fetching. */
    ODD_BY: 3,
  },
  // judge/false-discovery.ts
  falseDiscovery: {
    /** So many of a hundred rules that are applied may be chance. */
    MAX_FALSE_SHARE: 0.01,
    /** A rule that is wrong agrees in so many contents of a hundred at most: the same that probing tests against. */
    WRONG_AGREES: 0.8,
  },
  // judge/lucky-value.ts
  luckyValue: {
    /** Of values that are no better than the others, one in so many may pass. */
    MAX_LUCKY: 0.05,
    /** Fewer trials of the other values do not say how often they fail. */
    MIN_TRIALS_OF_OTHERS: 10,
  },
  // judge/scopes.ts
  scopes: {
    /** Fewer failures in a part of a site may be noise. */
    MIN_FAILURES: 3,
    /** A scope that agrees less than this, relative to noise, contradicts the rule. */
    CONTRADICTED_BELOW: 0.8,
    /** Two sections may be one in two languages; what holds in three, and fails in none, is a habit of the whole site. */
    MIN_PLACES: 3,
  },
  // judge/tried-everywhere.ts
  triedEverywhere: {
    /** Fewer contents on a kind of path do not try a rewrite there. */
    MIN_ON_SHAPE: 5,
    /** What a wrong rule may reach: the same that probing tests against. */
    MIN_SHARE_ON_SHAPE: 0.8,
    /** What is rarer is not asked for: one odd path in a hundred would forbid every rule. */
    MIN_SHAPE_SHARE: 0.04,
    /** So many failures and no agreement refute a rule on a kind of path, however rare. */
    REFUTED_BY: 3,
    /** Hosts share few of the URLs that a crawl meets; a part without any is asked for where it is a good part. */
    MIN_ON_HOST: 20,
    /** A tenth of what a host rule changes is a good part of it. */
    MIN_SHARE_OF_HOST: 0.1,
  },
  // judge/choose-rules.ts
  chooseRules: {
    /** Of rewrites that change the same forms one is enough; the others are looked at again in the next round. */
    MAX_OVERLAP: 0.2,
    /** Fewer failures of an edit alone may be noise. */
    MIN_FAILURES: 3,
  },
  // judge/url-list.ts
  urlList: {
    /** Fewer buckets are chance. */
    MIN_BUCKETS: 3,
    /** More are not read by anyone, nor probed. */
    MAX_RULES: 50,
  },
  // compile/random-text.ts
  randomText: {
    /** A key has some 64 bits: 16 characters at least. */
    MIN_RANDOM_LENGTH: 16,
    /** Numbers of people and things begin here; pages, years and small ids are shorter. */
    MIN_DIGITS: 9,
    /** Runs of letters, capitals and digits in words and numbers are longer than this on average: `HowToMend`, `256gb`. */
    MIN_PIECE_LENGTH: 3,
    /** Shorter runs of letters and digits are versions and sizes. */
    MIN_MIXED_LENGTH: 8,
    /** A word with a number has fewer digits than this share. */
    MAX_DIGITS: 0.4,
    /** Of the pairs of neighbours in words so many are common ones; of random letters three in ten are. */
    COMMON_IN_WORD: 0.82,
    /** Slugs hold names and abbreviations beside words. */
    COMMON_IN_SLUG: 0.55,
    /** Equal groups of letters are rarely words. */
    COMMON_IN_GROUPS: 0.88,
    /** With fewer pairs, chance explains any share of common ones. */
    MIN_PAIRS: 8,
    /** Texts with few words, such as `page-3-of-12`, have at most this share of digits. */
    MAX_DIGITS_BESIDE_WORDS: 0.6,
    /** With more letters outside ASCII than this share, pairs of Latin letters say nothing. */
    MAX_FOREIGN: 0.4,
    /** Longer ones in scripts whose pairs are unknown are keys. */
    MAX_FOREIGN_WORD_LENGTH: 11,
  },
  // compile/personal-data.ts
  personalData: {
    /** Phone and identity numbers have nine digits at least; years, pages and prices fewer. */
    MIN_DIGITS: 9,
  },
  // compile/hide-secrets.ts
  hideSecrets: {
    /** Enough to tell two sessions apart, too little to use one. */
    SHOWN: 4,
    /** Nobody escapes an escape more often. */
    MAX_DECODINGS: 5,
  },
  // compile/describe-rule.ts
  describeRule: {
    /** Three show what a rule does. */
    MAX_EXAMPLES: 3,
  },
  // compile/validity.ts
  validity: {
    /** Half a year: most sites are rebuilt less often. */
    VALID_DAYS: 180,
  },
  // orient/orient.ts
  orient: {
    /** So many URLs of a rule are followed to where all rules together lead them. */
    MAX_FOLLOWED: 60,
    /** Noise in the log may send a few another way. */
    MAX_DIVERGING: 0.02,
  },
  // orient/review.ts
  review: {
    /** So many wrong merges, or so large a share of its trials, may still be accidents: one error page came twice for one page. */
    MAX_WRONG: 2,
    /** Of many trials a share: one accident in a hundred repeats itself. */
    MAX_WRONG_SHARE: 0.01,
    /** Noise is seen once: what was seen more often is what a page shows. */
    MIN_SEEN: 2,
    /** An error page or a login form comes wherever it will; what a page shows is shown there and hardly anywhere else. */
    MIN_SHARE_HERE: 0.25,
    /** Noise leaves most URLs of a page alone: where so many contents meet and none is frequent, they are as many pages. */
    MANY_CONTENTS: 8,
    /** Above it, one content is what the page shows and the others are noise. */
    MAX_SHARE_OF_MANY: 0.25,
  },
  // orient/count-all.ts
  countAll: {
    /** Pages that are held at once, at some 50 bytes each; of a larger site, one part of its outputs after the other is counted. */
    MAX_PAGES_AT_ONCE: 4_000_000,
    /** So many pairs of fetches tell how often two of them agree. */
    MIN_PAIRS: 40,
    /** Of URLs that fall together so many contents are told apart. */
    MAX_CONTENTS: 32,
  },
  // propose/edits/*.ts: agreeing contents in advance, in pseudo-trials; a rule without any needs 35 contents without a failure
  prior: {
    /** Tracking parameters and sessions: lists of thousands of sites know their names. */
    knownName: 27,
    /** Schemes, slashes, `www` and index files mean nothing on nearly all sites. */
    structure: 22,
    /** Host names and parameters that mostly mean nothing. */
    spelling: 18,
    /** `page=1` is where a list begins anyway. */
    listStart: 22,
    /** Any other parameter. */
    parameter: 16,
    /** A rewrite or default value, of which nothing is known. */
    template: 15,
    /** Many servers tell cases apart. */
    case: 12,
  },
} as const
