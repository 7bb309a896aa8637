const [zero, nine, lowerCase] = [48, 57, 32] as const
const maxDigits = 10

/** Returns the seconds of a unit: w, d, h, m or s in either case; 0 for any other character. */
function secondsOf(code: number): number {
  switch (code | lowerCase) {
    case 119:
      return 604_800
    case 100:
      return 86_400
    case 104:
      return 3_600
    case 109:
      return 60
    case 115:
      return 1
    default:
      return 0
  }
}

/** A TTL in seconds or in units, such as `1h30m`. Null for anything else. */
export function parseTtl(codes: Uint16Array, from: number, to: number): number | null {
  let sum = 0
  let value = 0
  let digits = 0
  let hasUnit = false
  for (let at = from; at < to; at += 1) {
    const code = codes[at] as number
    if (code >= zero && code <= nine) {
      value = value * 10 + code - zero
      digits += 1
      if (digits > maxDigits) return null
    } else {
      const seconds = secondsOf(code)
      if (digits === 0 || seconds === 0) return null
      sum += value * seconds
      value = 0
      digits = 0
      hasUnit = true
    }
  }
  if (digits === 0) return hasUnit ? sum : null
  return hasUnit ? null : value
}
