/**
 * The domain to ASCII step of the host parser, as a port. Code that parses hosts takes one as an argument, so that only programs
 * that pass the implementation of this folder carry its tables.
 *
 * It takes a percent-decoded domain and gives it in ASCII and lower case, or null where the URL standard says failure.
 * It does not look for forbidden domain code points: that is the host parser's next step.
 * https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export type DomainToAscii = (domain: string) => string | null
