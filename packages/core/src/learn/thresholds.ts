/**
 * Every number by which the learner decides, by file, each with its reason. A change to one of them changes which rules are
 * applied: run `npm run bench -- learn` before and after.
 */
export const THRESHOLDS = {
  // learn-rules.ts
  learnRules: {
    /** What fits into a few hundred megabytes; of a larger site these propose, and all are counted. */
    MOST_URLS_PER_SITE: 50_000,
  },
  // learn-site.ts
  learnSite: {
    /** After so many rounds whatever is left is not found any more. */
    MOST_ROUNDS: 10,
    /** Each withdraws one rule; what mixes pages after that many is not found any more. */
    MOST_REVIEWS: 6,
    /** Of a sampled site so many doubtful rules are counted on all pages, each in a pass of its own; what is not counted is rejected. */
    MOST_DOUBTFUL: 5,
  },
  // known-params.ts
  knownParams: {
    /** On the sites of so many owners a parameter must mean nothing for that to be told of others. */
    LEAST_OWNERS: 2,
  },
  // log/site-log.ts
  siteLog: {
    /** A site is thinned when it has grown by so much above its limit: not for every record anew. */
    SLACK: 1.25,
    /** Nearly every page of some sites names itself: so many of them tell what it means, and leave room for other claims. */
    MOST_OWN: 2000,
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
    MOST_DIFFERING_BITS: 3,
    /** A block value that many pages share tells nothing of them, and comparing all with all would take for ever. */
    MOST_COMPARED: 64,
  },
  // log/site-state.ts
  siteState: {
    /** Fewer URLs below a prefix prove nothing of it. */
    LEAST_IN_SCOPE: 20,
    /** A part of a site is a scope where so large a share of its host lies, and so many URLs. */
    LEAST_SHARE_IN_SCOPE: 0.02,
  },
  // propose/claims.ts
  claims: {
    /** Claims that other claims repeat need not all propose. */
    MOST_PROPOSING: 2000,
    /** Fewer claims of a site may be mistakes in a template. */
    LEAST_CLAIMS: 5,
  },
  // propose/query.ts
  query: {
    /** More parameters than these are not one rule. */
    MOST_TOGETHER: 6,
  },
  // propose/buckets.ts
  buckets: {
    /** More URLs that differ in one place only are pages with numbers, not names of one page. */
    LARGEST_BUCKET: 6,
    /** Of URLs with more parameters no subset is tried: they would be thousands. */
    MOST_NAMES: 12,
  },
  // propose/rewrites.ts
  rewrites: {
    /** Longer beginnings of a path are pages, not prefixes. */
    MOST_SEGMENTS: 3,
    /** A segment that fewer forms have is no part of the site. */
    LEAST_COMMON: 10,
    /** Of a large site a share. */
    LEAST_COMMON_SHARE: 0.01,
    /** Fewer contents that differ alike are chance. */
    LEAST_CLUSTERS: 3,
    /** More rewrites between two hosts are variations of the first ones. */
    MOST_A_HOST: 40,
  },
  // propose/candidates.ts
  candidates: {
    /** Candidates of one kind that are tried on a host: those that more contents propose come first. */
    MOST_OF_A_KIND: 120,
    /** One content that proposes a rule may be chance; known names and shapes are given a hearing all the same. */
    LEAST_PROPOSERS: 2,
    /** An edit with so much in advance is heard where a single content proposes it. */
    HEARD_AT_ONCE: 15,
    /** On a large site what can no longer be proved is not even doubtful: with so many in sight, proposers and prior together. */
    LEAST_IN_SIGHT: 30,
    /** On smaller sites every candidate is tried. */
    LARGE_SITE: 2000,
    /** A parameter has one default, and its most frequent value need not be it. */
    MOST_VALUES_A_NAME: 2,
    /** What few contents propose can wait: it is found in a later round, when other rules are in force. */
    MOST_JOINT_A_HOST: 12,
  },
  // propose/template-table.ts
  templateTable: {
    /** So large a share of what a star takes must be several words for it to be written as such. */
    LEAST_SLUGS: 0.8,
    /** Fewer contents do not tell a variable from a constant. */
    LEAST_ROWS: 3,
    /** More rows of a table repeat what these say. */
    MOST_ROWS: 400,
    /** A column is a variable where at least every so many rows bring a new value. */
    ROWS_PER_VALUE: 4,
  },
  // propose/write-rewrite.ts
  writeRewrite: {
    /** The rewrites of a policy have `$1` to `$9`. */
    MOST_VARIABLES: 9,
  },
  // propose/align.ts
  align: {
    /** A rewrite has nine variables. */
    MOST_SHARED: 9,
    /** What is shorter and no number is shared by chance. */
    SHORTEST_SHARED_WORD: 3,
  },
  // propose/pairs.ts
  pairs: {
    /** A content that more forms show is a login page or a soft 404: looking at all of them would prove nothing. */
    MOST_PAIRS: 6,
    /** Of a content that more forms show, the others repeat what these say. */
    MOST_FORMS: 40,
  },
  // trial/common-sizes.ts
  commonSizes: {
    /** A page has few names; a size that more outputs of a rule show is that of many pages (DustBuster's small buckets). */
    MOST_OUTPUTS: 6,
  },
  // trial/place-of-swap.ts
  placeOfSwap: {
    /** A word of which fewer pages are also there under the swapped ones stands for something else: `/user/7` beside `/story/7`. */
    LEAST_SHARED: 5,
    /** Below half, the word stands for other pages. */
    LEAST_SHARE: 0.5,
  },
  // trial/values.ts
  values: {
    /** Of a parameter with more values no single one is looked at: it is an identifier of something. */
    MOST_LISTED: 24,
    /** One value that agrees is a default. */
    LEAST_VALUES: 2,
    /** So many agreeing values say that none of them matters. */
    ENOUGH_VALUES: 5,
    /** With fewer values, they must be those of most URLs. */
    LEAST_COVERED: 0.6,
    /** One failure of a value may be noise. */
    LEAST_FAILURES: 2,
    /** Above this share of values that always failed, a few agreeing ones prove nothing. */
    MOST_CONTRADICTED: 0.1,
    /** More forms of one collision repeat what these say. */
    MOST_COMPARED: 24,
    /** Fewer that differ are chance. */
    LEAST_WORSE: 4,
    /** A parameter has several values: one of them deviates by two deviations often enough. */
    MOST_DEVIATIONS: 2.5,
    /** Of values that come back so often on one page after another each has a meaning of its own. */
    MOST_RECURRING: 2,
  },
  // trial/other-ports.ts
  otherPorts: {
    /** Where a rule changes fewer URLs, nothing can be asked of them. */
    LEAST_UNTRIED: 5,
    /** As for the bound of a rule that is applied. */
    LEAST_SHARE: 0.9,
  },
  // judge/bound.ts
  bound: {
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
    LEAST_SHARE: 0.95,
    /** Whatever is known in advance, so many contents of the site itself must agree. */
    LEAST_SUPPORT: 4,
    /** So many contents, or so large a share, may speak against a rule without being accidents. */
    MOST_CONTRADICTIONS: 2,
    /** Of many trials a share, where a fixed number would be met by chance. */
    MOST_CONTRADICTED: 0.02,
    /** Whatever is known in advance, some contents must speak for the rule. */
    MOST_PRIOR: 31,
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
    MOST_SIBLING_PRIOR: 15,
    /** Where the same rule fails more often on other hosts, they say nothing for it. */
    LEAST_SIBLING_SHARE: 0.9,
  },
  // judge/evidence.ts
  evidence: {
    /** A page has few names; what more paths show that a rule leaves apart is a part of many pages. */
    MOST_PATHS: 6,
    /** Near-equal is not equal: so large a share of what agrees must agree to the byte. */
    LEAST_EXACT: 0.5,
    /** So large a share of what falls together may be two languages or releases by accident. */
    MOST_NEVER_ALIKE: 0.05,
    /** More forms of one collision, and more URLs of a form, repeat what these say. */
    MOST_COMPARED: 6,
    /** No manual has more releases: these are identifiers that look like them. */
    MOST_RELEASES: 24,
  },
  // judge/noise.ts
  noise: {
    /** A rule below this share is more likely wrong than noisy. Exact hashes see every changed word, so they get more room; never so much that a manual of which seven pages in ten are the same in two versions could pass for one. */
    LEAST_AGREEMENT: { near: 0.85, exact: 0.75 },
    /** Near-equal contents may be those of two editions: they never explain more than this. */
    LEAST_BY_NEAR: 0.94,
    /** So many pairs of fetches tell how often two of them agree. */
    LEAST_TRIALS: 40,
    /** Rules that fail on the same contents are one and the same in other words. Half are those of the form that all lead to. */
    MOST_SHARED_FAILURES: 0.75,
    /** By so many standard errors of the measure the doubt goes against the rules. */
    DOUBT: 1,
  },
  // judge/near-noise.ts
  nearNoise: {
    /** With fewer, one spoiled fetch more or less is a percent. */
    LEAST_FETCHES: 100,
    /** Where more of them differ, these are editions of a page, and not accidents of fetching. */
    MOST_NOISE: 0.05,
  },
  // judge/corner-noise.ts
  cornerNoise: {
    /** A page has few names that no proposal knows yet, as rewrites will; what more URLs show is the content of many pages. */
    MOST_ELSEWHERE: 6,
    /** Proposals that agree less often do not say which URLs may be one page. */
    LEAST_SHARE: 0.6,
    /** Of the spellings of a page so many are compared. */
    MOST_SPELLINGS: 12,
    /** Fewer corners of a kind are no control of the others. */
    LEAST_CORNERS: 10,
    /** By more standard deviations than this, one kind of corner is odd more often than the other for a reason. */
    MOST_DEVIATIONS: 1.5,
  },
  // judge/expected-failures.ts
  expectedFailures: {
    /** So many contents of a hundred may differ where nothing measures noise; where something does, no fewer. */
    MOST_UNEXPLAINED: 0.01,
    /** By so many standard deviations chance may exceed what noise explains: a site has tens of rules, and at two of them one true rule in forty would fall. */
    MOST_DEVIATIONS: 2.5,
    /** How likely chance exceeds them. */
    LEAST_LIKELY: 0.0062,
    /** Where more failures are expected, their distribution is as good as normal. */
    EXACT_UP_TO: 100,
  },
  // judge/standing.ts
  standing: {
    /** Where a proposal agrees less often, what meets under it are no URLs of one page. */
    LEAST_SHARE: 0.6,
    /** How much more often than it agrees a content must be the odd one out to be held for an accident of fetching. */
    ODD_BY: 3,
  },
  // judge/false-discovery.ts
  falseDiscovery: {
    /** So many of a hundred rules that are applied may be chance. */
    MOST_FALSE: 0.01,
    /** A rule that is wrong agrees in so many contents of a hundred at most: the same that probing tests against. */
    WRONG_AGREES: 0.8,
  },
  // judge/lucky-value.ts
  luckyValue: {
    /** Of values that are no better than the others, one in so many may pass. */
    MOST_LUCKY: 0.05,
    /** Fewer trials of the other values do not say how often they fail. */
    LEAST_OF_OTHERS: 10,
  },
  // judge/scopes.ts
  scopes: {
    /** Fewer failures in a part of a site may be noise. */
    LEAST_FAILURES: 3,
    /** A scope that agrees less than this, relative to noise, contradicts the rule. */
    CONTRADICTED_BELOW: 0.8,
    /** Two sections may be one in two languages; what holds in three, and fails in none, is a habit of the whole site. */
    LEAST_PLACES: 3,
  },
  // judge/tried-everywhere.ts
  triedEverywhere: {
    /** Fewer contents on a kind of path do not try a rewrite there. */
    LEAST_ON_SHAPE: 5,
    /** What a wrong rule may reach: the same that probing tests against. */
    LEAST_SHAPE_SHARE_AGREEING: 0.8,
    /** What is rarer is not asked for: one odd path in a hundred would forbid every rule. */
    LEAST_SHAPE_SHARE: 0.04,
    /** So many failures and no agreement refute a rule on a kind of path, however rare. */
    REFUTED_BY: 3,
    /** Hosts share few of the URLs that a crawl meets; a part without any is asked for where it is a good part. */
    LEAST_OF_HOST: 20,
    /** A tenth of what a host rule changes is a good part of it. */
    LEAST_SHARE_OF_HOST: 0.1,
  },
  // judge/choose-rules.ts
  chooseRules: {
    /** Of rewrites that change the same forms one is enough; the others are looked at again in the next round. */
    MOST_OVERLAP: 0.2,
    /** Fewer failures of an edit alone may be noise. */
    LEAST_FAILURES: 3,
  },
  // judge/url-list.ts
  urlList: {
    /** Fewer buckets are chance. */
    LEAST_BUCKETS: 3,
    /** More are not read by anyone, nor probed. */
    MOST_RULES: 50,
  },
  // compile/random-text.ts
  randomText: {
    /** A key has some 64 bits: 16 characters at least. */
    LEAST_RANDOM: 16,
    /** Numbers of people and things begin here; pages, years and small ids are shorter. */
    LEAST_DIGITS: 9,
    /** Runs of letters, capitals and digits in words and numbers are longer than this on average: `HowToMend`, `256gb`. */
    LEAST_PIECE: 3,
    /** Shorter runs of letters and digits are versions and sizes. */
    LEAST_MIXED: 8,
    /** A word with a number has fewer digits than this share. */
    MOST_DIGITS: 0.4,
    /** Of the pairs of neighbours in words so many are common ones; of random letters three in ten are. */
    COMMON_IN_WORD: 0.82,
    /** Slugs hold names and abbreviations beside words. */
    COMMON_IN_SLUG: 0.55,
    /** Equal groups of letters are rarely words. */
    COMMON_IN_GROUPS: 0.88,
    /** With fewer pairs, chance explains any share of common ones. */
    LEAST_PAIRS: 8,
    /** Texts with few words, such as `page-3-of-12`, have at most this share of digits. */
    MOST_DIGITS_BESIDE_WORDS: 0.6,
    /** With more letters outside ASCII than this share, pairs of Latin letters say nothing. */
    MOST_FOREIGN: 0.4,
    /** Longer ones in scripts whose pairs are unknown are keys. */
    LONGEST_FOREIGN_WORD: 11,
  },
  // compile/personal-data.ts
  personalData: {
    /** Phone and identity numbers have nine digits at least; years, pages and prices fewer. */
    LEAST_DIGITS: 9,
  },
  // compile/hide-secrets.ts
  hideSecrets: {
    /** Enough to tell two sessions apart, too little to use one. */
    SHOWN: 4,
    /** Nobody escapes an escape more often. */
    MOST_DECODINGS: 5,
  },
  // compile/describe-rule.ts
  describeRule: {
    /** Three show what a rule does. */
    MOST_EXAMPLES: 3,
  },
  // compile/validity.ts
  validity: {
    /** Half a year: most sites are rebuilt less often. */
    VALID_DAYS: 180,
  },
  // orient/orient.ts
  orient: {
    /** So many URLs of a rule are followed to where all rules together lead them. */
    MOST_FOLLOWED: 60,
    /** Noise in the log may send a few another way. */
    MOST_ASTRAY: 0.02,
  },
  // orient/review.ts
  review: {
    /** So many wrong merges, or so large a share of its trials, may still be accidents: one error page came twice for one page. */
    MOST_WRONG: 2,
    /** Of many trials a share: one accident in a hundred repeats itself. */
    MOST_WRONG_SHARE: 0.01,
    /** Noise is seen once: what was seen more often is what a page shows. */
    LEAST_SEEN: 2,
    /** An error page or a login form comes wherever it will; what a page shows is shown there and hardly anywhere else. */
    LEAST_SHARE_HERE: 0.25,
    /** Noise leaves most URLs of a page alone: where so many contents meet and none is frequent, they are as many pages. */
    MANY_CONTENTS: 8,
    /** Above it, one content is what the page shows and the others are noise. */
    MOST_OF_MANY: 0.25,
  },
  // orient/count-all.ts
  countAll: {
    /** Pages that are held at once, at some 50 bytes each; of a larger site, one part of its outputs after the other is counted. */
    MOST_AT_ONCE: 4_000_000,
    /** So many pairs of fetches tell how often two of them agree. */
    LEAST_PAIRS: 40,
    /** Of URLs that fall together so many contents are told apart. */
    MOST_CONTENTS: 32,
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
