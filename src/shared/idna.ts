/** What each side has of its own for names beyond ASCII. */
export interface Idna {
  /** In Punycode; empty where it cannot be. Only asked about letters, digits, hyphens, dots and what is beyond ASCII. */
  toAscii(host: string): string
  /** What does not decode is left as it was. */
  toUnicode(name: string): string
}
