const longest = 28

/** Shortens a long name for a button to its beginning and its end. */
export function truncateMiddle(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 11)}…${name.slice(-10)}`
}
