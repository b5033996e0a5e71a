/** The numbers by which a text is called random, or a credential. */
export const THRESHOLDS = {
  // random-text.ts
  randomText: {
    /** A key has about 64 bits, which takes at least 16 characters. */
    MIN_RANDOM_LENGTH: 16,
    /** Phone and account numbers have at least nine digits; pages, years and small ids have fewer. */
    MIN_DIGITS: 9,
    /** In words and numbers, runs of letters, capitals and digits are longer than this on average: `HowToBuild`, `256gb`. */
    MIN_PIECE_LENGTH: 3,
    /** Shorter runs of letters and digits are versions and sizes. */
    MIN_MIXED_LENGTH: 8,
    /** A word with a number has a smaller share of digits. */
    MAX_DIGITS: 0.4,
    /** In words, at least this share of neighbouring letters are common pairs; in random letters, about 30 % are. */
    COMMON_IN_WORD: 0.82,
    /** Slugs contain names and abbreviations beside words. */
    COMMON_IN_SLUG: 0.55,
    /** Groups of equal length are rarely words. */
    COMMON_IN_GROUPS: 0.88,
    /** With fewer pairs, any share of common ones may be chance. */
    MIN_PAIRS: 8,
    /** Texts with few words, such as `page-3-of-12`, have at most this share of digits. */
    MAX_DIGITS_BESIDE_WORDS: 0.6,
    /** If a larger share of the letters is outside ASCII, pairs of Latin letters prove nothing. */
    MAX_FOREIGN: 0.4,
    /** In scripts whose common pairs are unknown, a longer word is a key. */
    MAX_FOREIGN_WORD_LENGTH: 11,
  },
  // credentials.ts
  credentials: {
    /** Letters of both cases and digits: 20 of them hold 119 bits. Public ids such as `54nAGcIl` are shorter. */
    MIN_KEY_LENGTH: 20,
    /** A key of 64 bits in hex. */
    MIN_ID_LENGTH: 16,
    /** MD5 in hex is the shortest common hash. */
    MIN_HASH_LENGTH: 32,
    /** After a word such as `private`, a shorter text is enough. */
    MIN_MARKED_LENGTH: 8,
    /** In words with numbers, runs of letters, capitals and digits are longer than this on average. */
    MAX_PIECE_LENGTH: 3,
    /** Random letters of both cases without digits come in longer pieces. */
    MAX_PIECE_LENGTH_IN_FEED: 4,
    /** A shorter value may occur in another URL by chance. */
    MIN_CERTAIN_LENGTH: 8,
  },
} as const
