/** What main parts names by: blanks, commas and brackets of both languages. */
const between = /[\s,;、，；"'“”「」()<>[\]{}|]+/u
const dot = /[.。｡．]/u

export interface NameCount {
  /** Without a dot: looked up under each chosen TLD. */
  bare: number
  whole: number
  /** Look-ups in all, each one call. */
  total: number
}

/** How many names were typed and how many look-ups they make; main counts for itself, and leaves doubles out. */
export function countNames(text: string, tlds: number): NameCount {
  const names = [...new Set(text.split(between).filter((part) => part !== ''))]
  const whole = names.filter((name) => dot.test(name)).length
  const bare = names.length - whole
  return { bare, whole, total: whole + bare * tlds }
}

/** A text in pieces of whole lines, as the command takes it. */
export function linesOf(text: string): string[] {
  return text.split(/\n/u).map((line) => line.trim()).filter((line) => line !== '')
}
