/** Conversion of internationalized domain names. Main and renderer each pass the implementation of their platform. */
export interface Idna {
  /**
   * The host in Punycode; empty on failure. Callers pass only letters, digits, hyphens, dots and non-ASCII characters.
   */
  toAscii(host: string): string
  /** The readable form of a name in Punycode. Labels that cannot be decoded are kept. */
  toUnicode(name: string): string
}
