import { maxHostNameLength, maxLabelLength } from '#shared/host-name.ts'

/*
 * Fast checks of a part of the file's text, for the values that nearly all records have. `false` means only that the
 * value needs the full check of the record rules. Without these checks, reading a large file takes several times as
 * long.
 */

const dot = 46
const hyphen = 45
const colon = 58
const isDigit = (code: number) => code >= 48 && code <= 57
/** ASCII letters in either case. */
const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122

/** The kinds of characters in names: 1 letter, 2 digit or underscore, 3 hyphen, 4 dot, 0 any other. */
const nameKinds = Uint8Array.from({ length: 128 }, (_, code) =>
  isLetter(code) ? 1 : isDigit(code) || code === 95 ? 2 : code === hyphen ? 3 : code === dot ? 4 : 0,
)

/**
 * Returns true if the part is a name of valid labels without wildcard and Punycode, and without a trailing dot. The
 * last label begins with a letter if `isTarget`, so that the name is no address.
 */
export function isSurelyValidName(codes: Uint16Array, from: number, to: number, isTarget: boolean): boolean {
  if (to - from > maxHostNameLength) return false
  let labelStart = from
  let before = 4
  for (let at = from; at < to; at += 1) {
    const code = codes[at] as number
    const kind = code < 128 ? (nameKinds[code] as number) : 0
    if (kind === 0) return false
    if (kind >= 3) {
      // A hyphen at the start of a label, two hyphens as in `xn--`, a hyphen at the end, or an empty label.
      if (before >= 3) return false
      if (kind === 4) {
        if (at - labelStart > maxLabelLength) return false
        labelStart = at + 1
      }
    }
    before = kind
  }
  if (before >= 3 || to - labelStart > maxLabelLength) return false
  return !isTarget || isLetter(codes[labelStart] as number)
}

/** Returns true if the part is four decimal numbers up to 255 without leading zeros. */
export function isSurelyValidIpv4(codes: Uint16Array, from: number, to: number): boolean {
  let numbers = 1
  let digits = 0
  let value = 0
  for (let at = from; at < to; at += 1) {
    const code = codes[at] as number
    if (code === dot) {
      if (digits === 0 || numbers === 4) return false
      numbers += 1
      digits = 0
      value = 0
    } else if (!isDigit(code) || (digits > 0 && value === 0)) return false
    else {
      value = value * 10 + code - 48
      if (value > 255) return false
      digits += 1
    }
  }
  return numbers === 4 && digits > 0
}

/** Returns true if the part is an IPv6 address without an IPv4 address in it. */
export function isSurelyValidIpv6(codes: Uint16Array, from: number, to: number): boolean {
  let groups = 0
  let digits = 0
  let hasGap = false
  for (let at = from; at < to; at += 1) {
    const code = codes[at] as number
    if (code === colon) {
      const isGap = at + 1 < to && codes[at + 1] === colon
      if (digits === 0 && !isGap) return false
      if (isGap) {
        if (hasGap) return false
        hasGap = true
        at += 1
      } else if (at + 1 === to) return false
      digits = 0
    } else {
      if (!isDigit(code) && !((code | 32) >= 97 && (code | 32) <= 102)) return false
      if (digits === 0) groups += 1
      digits += 1
      if (digits > 4) return false
    }
  }
  return hasGap ? groups < 8 : groups === 8
}

/** Returns the value of one to nine digits; -1 for anything else. */
export function parseDigits(codes: Uint16Array, from: number, to: number): number {
  if (to === from || to - from > 9) return -1
  let value = 0
  for (let at = from; at < to; at += 1) {
    const code = codes[at] as number
    if (!isDigit(code)) return -1
    value = value * 10 + code - 48
  }
  return value
}
