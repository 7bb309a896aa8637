const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const firstBias = 72
const firstCodePoint = 128
const largestCodePoint = 0x10ffff

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > ((base - tMin) * tMax) >> 1; bias += base) rest = Math.floor(rest / (base - tMin))
  return bias + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

function digitOf(letter: string): number {
  const digit = Number.parseInt(letter, 36)
  // Letters stand for 0 to 25, digits for 26 to 35: the other way round than in numbers of base 36.
  return digit < 10 ? digit + 26 : digit - 10
}

/** The text of a label after its `xn--` (RFC 3492); null when it is no Punycode. */
function decodeLabel(encoded: string): string | null {
  const cut = encoded.lastIndexOf('-')
  const output = [...encoded.slice(0, Math.max(cut, 0))].map((letter) => letter.codePointAt(0) as number)
  let codePoint = firstCodePoint
  let bias = firstBias
  let place = 0
  for (let at = cut + 1; at < encoded.length; ) {
    const start = place
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(encoded[at++] ?? '')
      if (Number.isNaN(digit)) return null
      place += digit * weight
      const limit = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < limit) break
      weight *= base - limit
    }
    const count = output.length + 1
    bias = adapt(place - start, count, start === 0)
    codePoint += Math.floor(place / count)
    place %= count
    if (codePoint > largestCodePoint) return null
    output.splice(place++, 0, codePoint)
  }
  return String.fromCodePoint(...output)
}

/** What a Punycode name stands for, e.g. `日本語.jp`; null for a name that is not in Punycode, or not well so. */
export function decodeName(name: string): string | null {
  if (!/(^|\.)xn--/i.test(name)) return null
  const labels = name.toLowerCase().split('.').map((label) => (label.startsWith('xn--') ? decodeLabel(label.slice(4)) : label))
  return labels.includes(null) || labels.includes('') ? null : labels.join('.')
}
