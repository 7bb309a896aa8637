const longest = 28

/** A name for a button: its beginning and its end when it is long. */
export function truncateMiddle(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 11)}…${name.slice(-10)}`
}
