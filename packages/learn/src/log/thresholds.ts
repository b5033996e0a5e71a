/**
 * Every number that the learner's decisions depend on, by file, each with its reason. Changing one changes which rules are
 * applied: run `npm run bench -- learn` before and after.
 */
export const THRESHOLDS = {
  // learn-rules.ts
  learnRules: {
    /** This many fit into a few hundred megabytes; a larger site is sampled, and its rules are then counted on all pages. */
    MAX_URLS_PER_SITE: 50_000,
  },
  // learn-site.ts
  learnSite: {
    /** Bounds the time; a rule that only a later round would find is left out. */
    MAX_ROUNDS: 10,
    /** Each review withdraws one rule; after this many, a rule that still mixes pages is not found. */
    MAX_REVIEWS: 6,
    /** Counting a doubtful rule on all pages takes a pass of its own; rules beyond this number are rejected. */
    MAX_DOUBTFUL: 5,
  },
  // known-params.ts
  knownParams: {
    /** A parameter that one owner ignores may be that owner's habit; two owners show a convention. */
    MIN_OWNERS: 2,
  },
  // log/site-log.ts
  siteLog: {
    /** Thinning on every record would be slow, so a site may grow this far beyond its limit first. */
    SLACK: 1.25,
    /** On some sites nearly every page names itself as canonical; this many are enough, and leave room for other claims. */
    MAX_OWN_CLAIMS: 2000,
  },
  // log/all-pages.ts
  allPages: {
    /** Large enough to make writes rare, small enough to keep many sites in memory. */
    PIECE_BYTES: 32_768,
  },
  // log/byte-log.ts
  byteLog: {
    /** Room for two or three URLs, since most sites of a log are tiny. */
    FIRST_BYTES: 256,
    /** Doubling would leave up to half of a large log's memory empty. */
    GROWTH: 1.5,
  },
  // log/content-clusters.ts
  contentClusters: {
    /** Simhashes this close belong to the same page with another advert or date. */
    MAX_DIFFERING_BITS: 3,
    /** A block that many pages share distinguishes none of them, and comparing all pairs would be quadratic. */
    MAX_COMPARED: 64,
  },
  // log/site-state.ts
  siteState: {
    /** Fewer URLs below a prefix prove nothing about it. */
    MIN_IN_SCOPE: 20,
    /** A smaller share of the host is not a section of its own. */
    MIN_SHARE_IN_SCOPE: 0.02,
  },
  // propose/claims.ts
  claims: {
    /** Claims repeat each other, so this many propose everything that the rest would. */
    MAX_PROPOSING: 2000,
    /** Fewer claims may be mistakes in a template. */
    MIN_CLAIMS: 5,
  },
  // propose/query.ts
  query: {
    /** Two queries that differ in more parameters do not differ by one rule. */
    MAX_TOGETHER: 6,
  },
  // propose/buckets.ts
  buckets: {
    /** More URLs that differ in one place are numbered pages, not names of one page. */
    MAX_BUCKET_SIZE: 6,
    /** A path with more parameters would give thousands of subsets. */
    MAX_NAMES: 12,
  },
  // propose/rewrites.ts
  rewrites: {
    /** A longer start of a path is a page, not a prefix. */
    MAX_SEGMENTS: 3,
    /** A segment that fewer forms have is not a part of the site. */
    MIN_COMMON: 10,
    /** On a large site, a common segment must have this share of the forms. */
    MIN_COMMON_SHARE: 0.01,
    /** Fewer contents that differ in the same way may be chance. */
    MIN_CLUSTERS: 3,
    /** Further rewrites between two hosts are variations of the first ones. */
    MAX_PER_HOST: 40,
  },
  // propose/candidates.ts
  candidates: {
    /** Bounds the trials for a host; candidates that more contents propose come first. */
    MAX_OF_A_KIND: 120,
    /** A single content that proposes a rule may be chance. */
    MIN_PROPOSERS: 2,
    /** An edit with this prior is tried even if a single content proposes it. */
    TRIED_AT_ONCE: 15,
    /** On a large site, a candidate whose proposers and prior add up to less can no longer be proved. */
    MIN_REACHABLE: 30,
    /** On smaller sites there is time to try every candidate. */
    LARGE_SITE: 2000,
    /** A parameter has one default, which need not be its most frequent value. */
    MAX_VALUES_PER_NAME: 2,
    /** Joint candidates with few proposers are found in a later round, when other rules are active. */
    MAX_JOINT_PER_HOST: 12,
  },
  // propose/template-table.ts
  templateTable: {
    /** A star is written as a slug (`*-*`) if this share of its values has several words. */
    MIN_SLUGS: 0.8,
    /** Fewer contents cannot distinguish a variable from a constant. */
    MIN_ROWS: 3,
    /** Further rows of a table repeat what these show. */
    MAX_ROWS: 400,
    /** A column is a variable if on average at least one of this many rows has a new value. */
    ROWS_PER_VALUE: 4,
  },
  // propose/write-rewrite.ts
  writeRewrite: {
    /** The rewrites of a policy have `$1` to `$9`. */
    MAX_VARIABLES: 9,
  },
  // propose/align.ts
  align: {
    /** A rewrite has at most nine variables. */
    MAX_SHARED: 9,
    /** Two URLs share shorter words by chance, unless they are numbers. */
    MIN_SHARED_WORD_LENGTH: 3,
  },
  // propose/pairs.ts
  pairs: {
    /** A content that more forms show is a login page or a soft 404, and further pairs would prove nothing. */
    MAX_PAIRS: 6,
    /** Further forms of a content repeat what these show. */
    MAX_FORMS: 40,
  },
  // trial/trial.ts
  trial: {
    /** A page has few names, so a content of more collisions is that of many pages (DustBuster's small buckets). */
    MAX_COLLISIONS: 6,
  },
  // trial/count-place.ts
  countPlace: {
    /** A word that shares fewer pages with the swapped words means something else: `/user/7` beside `/story/7`. */
    MIN_SHARED: 5,
    /** A word that shares less than half of its pages names other pages. */
    MIN_SHARE: 0.5,
  },
  // trial/values.ts
  values: {
    /** A parameter with more values is an identifier, so its values are not judged one by one. */
    MAX_LISTED_VALUES: 24,
    /** If only one value agrees, it is a default. */
    MIN_VALUES: 2,
    /** This many agreeing values show that none of them matters. */
    ENOUGH_VALUES: 5,
    /** Fewer agreeing values must be those of most URLs. */
    MIN_COVERED: 0.6,
    /** One failure of a value may be noise. */
    MIN_FAILURES: 2,
    /** If a larger share of the values failed, a few agreeing ones prove nothing. */
    MAX_CONTRADICTED: 0.1,
    /** Further forms of a collision repeat what these show. */
    MAX_COMPARED: 24,
    /** Fewer forms that differ may be chance. */
    MIN_DIFFERING: 4,
    /** Of several values, one often deviates by two standard deviations. */
    MAX_DEVIATIONS: 2.5,
    /** Values that recur this often from page to page have a meaning of their own. */
    MAX_RECURRING: 2,
  },
  // trial/other-ports.ts
  otherPorts: {
    /** A rule that changes fewer URLs of another port cannot be tested there. */
    MIN_UNTRIED: 5,
    /** The same as the bound of a rule that is applied. */
    MIN_SHARE: 0.9,
  },
  // judge/wilson-bound.ts
  wilsonBound: {
    /** The 95 % interval: without a failure, it takes 35 trials to rise above 0.9. */
    Z: 1.96,
  },
  // judge/judge.ts
  judge: {
    /** At 95 % confidence, such a rule is wrong at most once in ten; without a failure, that takes 35 contents. */
    APPLY_BOUND: 0.9,
    /** Below this, fetching would refute most rules. */
    PROBE_BOUND: 0.6,
    /** A rule that is wrong more often than noise explains is not applied, however narrow its interval. */
    MIN_SHARE: 0.95,
    /** Whatever the prior, this many contents of the site itself must agree. */
    MIN_SUPPORT: 4,
    /** This many contents may contradict a rule without being accidents of fetching. */
    MAX_CONTRADICTIONS: 2,
    /** With many trials, a fixed number would be exceeded by chance, so a share counts. */
    MAX_CONTRADICTED: 0.02,
    /** Whatever is known in advance, some contents of the site must support the rule. */
    MAX_PRIOR: 31,
    /** Names with at least this prior are known for what they do. */
    KNOWN_NAME: 18,
  },
  // judge/examiner.ts
  examiner: {
    /** With this many failures, and fewer agreements, no later rule will make it true. */
    REFUTED_BY: 10,
    /** If fewer of the changed forms were tried, the others may still agree. */
    REFUTED_SHARE: 0.5,
    /** Other hosts of a site may support a rule, but not prove it alone. */
    MAX_SIBLING_PRIOR: 15,
    /** If the rule fails more often on other hosts, they do not support it here. */
    MIN_SIBLING_SHARE: 0.9,
  },
  // judge/evidence.ts
  evidence: {
    /** A page has few names, so a content on more paths than this is part of many pages. */
    MAX_PATHS: 6,
    /** A page has few names, so a size that more outputs show is that of many pages (DustBuster's small buckets). */
    MAX_OUTPUTS: 6,
    /** Similar is not equal, so this share of the agreement must be exact. */
    MIN_EXACT: 0.5,
    /** A smaller share of collisions may join two languages or releases by accident. */
    MAX_NEVER_ALIKE: 0.05,
    /** Further forms of a collision, and further URLs of a form, repeat what these show. */
    MAX_COMPARED: 6,
    /** No manual has more releases, so more values are identifiers that look like them. */
    MAX_RELEASES: 24,
  },
  // judge/noise.ts
  noise: {
    /** A rule with less agreement is wrong rather than noisy. Exact hashes change with every word, so they get more room, but not enough to merge two versions of a manual that share seven pages in ten. */
    MIN_AGREEMENT: { near: 0.85, exact: 0.75 },
    /** Similar contents may be two editions, so they never explain more noise than this. */
    MIN_BY_NEAR: 0.94,
    /** Fewer pairs of fetches do not show how often two of them agree. */
    MIN_TRIALS: 40,
    /** Rules that fail on the same contents are the same rule in other words; half of the failures are always those of the form that both lead to. */
    MAX_SHARED_FAILURES: 0.75,
  },
  // judge/near-noise.ts
  nearNoise: {
    /** With fewer fetches, a single spoiled one changes the result by a percent. */
    MIN_FETCHES: 100,
    /** If more fetches differ, they are editions of a page, not accidents. */
    MAX_NOISE: 0.05,
  },
  // judge/corner-noise.ts
  cornerNoise: {
    /** A page may have a few more names that only rewrites will find; a content that more URLs show is part of many pages. */
    MAX_ELSEWHERE: 6,
    /** Proposals that agree less often do not show which URLs are one page. */
    MIN_SHARE: 0.6,
    /** Triples grow with the cube of the spellings, and further ones repeat what these show. */
    MAX_SPELLINGS: 12,
    /** Fewer corners of one kind cannot check the other kind. */
    MIN_CORNERS: 10,
    /** A larger difference between the two kinds of corners has a cause other than noise. */
    MAX_DEVIATIONS: 1.5,
  },
  // judge/within-noise.ts
  withinNoise: {
    /** One content in a hundred may differ even if nothing measures the noise. */
    MAX_UNEXPLAINED: 0.01,
    /** A rule that joins different contents on this share of the pages is wrong, so fewer must be certain. */
    MAX_DIFFERING: 0.04,
    /** Fewer pages cannot show such a share beside noise. There, the number of pages joined by mistake must certainly stay below this one. */
    MAX_DIFFERING_PAGES: 24,
    /** Of the pairs of fetches that noise certainly makes differ. If noise is common, a smaller share of differing pages would take thousands of pages to exclude. */
    MAX_OF_NOISE: 2 / 3,
    /** Standard deviations that exclude a share of differing pages, or noise alone: chance does so once in 700 cases. */
    CERTAINTY: 3,
  },
  // judge/difference-likelihood.ts
  differenceLikelihood: {
    /** A rule that is wrong more often is rejected by its bound. */
    MAX_SHARE: 0.5,
    /** Shares closer than this need not be distinguished. */
    PRECISION: 0.0001,
  },
  // judge/content-trust.ts
  contentTrust: {
    /** If a proposal agrees less often, the URLs that it joins are not one page. */
    MIN_SHARE: 0.6,
    /** A content that is the odd one out this many times as often as it agrees is an accident of fetching. */
    ODD_BY: 3,
  },
  // judge/false-discovery.ts
  falseDiscovery: {
    /** At most one applied rule in a hundred may be chance. */
    MAX_FALSE_SHARE: 0.01,
    /** A wrong rule agrees in at most this share of the contents; probing tests against the same share. */
    WRONG_AGREES: 0.8,
  },
  // judge/lucky-value.ts
  luckyValue: {
    /** One in twenty values may pass although it is as bad as the others. */
    MAX_LUCKY: 0.05,
    /** Fewer trials of the other values do not show how often they fail. */
    MIN_TRIALS_OF_OTHERS: 10,
  },
  // judge/scopes.ts
  scopes: {
    /** Fewer failures in a section may be noise. */
    MIN_FAILURES: 3,
    /** A section that agrees less than this, relative to noise, contradicts the rule. */
    CONTRADICTED_BELOW: 0.8,
    /** Two sections may be one in two languages; a rule that holds in three, and fails in none, is a habit of the whole site. */
    MIN_PLACES: 3,
  },
  // judge/tried-everywhere.ts
  triedEverywhere: {
    /** Fewer contents on one kind of path do not test a rewrite there. */
    MIN_ON_SHAPE: 5,
    /** Fewer are enough where none differs: a rule that is wrong there would hardly ever agree twice. */
    MIN_UNOPPOSED: 2,
    /** A wrong rule may reach this share, relative to noise; probing tests against the same one. */
    MIN_SHARE_ON_SHAPE: 0.8,
    /** Rarer kinds of path need no trial: one odd path in a hundred would block every rule. */
    MIN_SHAPE_SHARE: 0.04,
    /** This many failures without an agreement refute a rule on a kind of path, however rare it is. */
    REFUTED_BY: 3,
    /** A crawl sees few URLs on both hosts, so only a section with at least this many must have been tried. */
    MIN_ON_HOST: 20,
    /** A section with less than a tenth of the changed URLs need not have been tried. */
    MIN_SHARE_OF_HOST: 0.1,
  },
  // judge/choose-rules.ts
  chooseRules: {
    /** Of rewrites that change the same forms, one is enough; the next round looks at the others again. */
    MAX_OVERLAP: 0.2,
    /** Fewer failures of an edit alone may be noise. */
    MIN_FAILURES: 3,
  },
  // judge/url-list.ts
  urlList: {
    /** Fewer buckets may be chance. */
    MIN_BUCKETS: 3,
    /** No one would read or probe more. */
    MAX_RULES: 50,
  },
  // compile/personal-data.ts
  personalData: {
    /** Phone and identity numbers have at least nine digits; years, pages and prices have fewer. */
    MIN_DIGITS: 9,
  },
  // compile/hide-secrets.ts
  hideSecrets: {
    /** Enough to distinguish two sessions, too little to use one. */
    SHOWN: 4,
    /** No program escapes an escape more often. */
    MAX_DECODINGS: 5,
  },
  // compile/describe-rule.ts
  describeRule: {
    /** Three examples show what a rule does. */
    MAX_EXAMPLES: 3,
  },
  // compile/validity.ts
  validity: {
    /** Half a year: most sites are rebuilt less often. */
    VALID_DAYS: 180,
  },
  // orient/orient.ts
  orient: {
    /** This many URLs show whether a rule leads to the same result together with the others. */
    MAX_FOLLOWED: 60,
    /** Noise in the log may lead a few URLs elsewhere. */
    MAX_DIVERGING: 0.02,
  },
  // orient/review.ts
  review: {
    /** Up to this many wrong merges may be accidents, such as one error page that came twice for one page. */
    MAX_WRONG: 2,
    /** With many trials, accidents repeat in one case of a hundred, so a share counts. */
    MAX_WRONG_SHARE: 0.01,
    /** Noise is seen once; a content that was seen more often is what a page shows. */
    MIN_SEEN: 2,
    /** An error page or login form appears everywhere; the content of a page appears there and hardly anywhere else. */
    MIN_SHARE_HERE: 0.25,
    /** Noise leaves most URLs of a page alone, so this many contents without a frequent one are different pages. */
    MANY_CONTENTS: 8,
    /** If one content has a larger share, it is what the page shows, and the others are noise. */
    MAX_SHARE_OF_MANY: 0.25,
  },
  // orient/count-all.ts
  countAll: {
    /** A page takes about 50 bytes; a larger site is counted in several passes, one for each part of its outputs. */
    MAX_PAGES_AT_ONCE: 4_000_000,
    /** Fewer pairs of fetches do not show how often two of them agree. */
    MIN_PAIRS: 40,
    /** Bounds the comparisons: at most this many contents of one output are distinguished. */
    MAX_CONTENTS: 32,
  },
  // propose/edits/*.ts: agreeing contents that an edit is credited with in advance; without any, a rule needs 35 contents without a failure
  prior: {
    /** Tracking parameters and sessions: lists made from thousands of sites have their names. */
    knownName: 27,
    /** Schemes, slashes, `www` and index files have no meaning on nearly all sites. */
    structure: 22,
    /** Host names and parameters that usually have no meaning. */
    spelling: 18,
    /** `page=1` is where a list begins anyway. */
    listStart: 22,
    /** Any other parameter. */
    parameter: 16,
    /** A rewrite or default value, about which nothing is known. */
    template: 15,
    /** Many servers distinguish upper and lower case. */
    case: 12,
  },
} as const
