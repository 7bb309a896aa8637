/** The value of an IP address, independent of its text form. */
export interface IpAddress {
  version: 4 | 6
  /** 4 or 16 numbers from 0 to 255, the first ones first. */
  bytes: readonly number[]
}

const groupCount = 8

function parseIpv4(text: string): number[] | null {
  const parts = text.split('.')
  // Some programs read a leading zero as octal, others ignore it (RFC 6943, section 3.1.1).
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return null
  const bytes = parts.map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes : null
}

/** Returns the 16-bit groups of one side of `::`; the last may be an IPv4 address. */
function parseGroups(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const embedded = isLast && mayEndInIpv4 && part.includes('.') ? parseIpv4(part) : null
    if (embedded) {
      const [a, b, c, d] = embedded as [number, number, number, number]
      groups.push(a * 256 + b, c * 256 + d)
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}

function parseIpv6(text: string): number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head = '', tail] = halves
  const first = parseGroups(head, tail === undefined)
  const last = tail === undefined ? [] : parseGroups(tail, true)
  if (!first || !last) return null
  const missing = groupCount - first.length - last.length
  // `::` replaces at least one group (RFC 4291, section 2.2).
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  return [...first, ...Array<number>(missing).fill(0), ...last].flatMap((group) => [group >> 8, group & 255])
}

/**
 * An IPv4 address of four decimal numbers, or an IPv6 address in any of its text forms (RFC 4291, section 2.2). Null
 * for anything else: no blanks, zone, port, prefix length or brackets.
 */
export function parseIpAddress(text: string): IpAddress | null {
  const four = parseIpv4(text)
  if (four) return { version: 4, bytes: four }
  const six = text.includes(':') ? parseIpv6(text) : null
  return six ? { version: 6, bytes: six } : null
}

export function isIpv4(text: string): boolean {
  return parseIpAddress(text)?.version === 4
}

/** Returns the longest run of two or more zero groups, `to` exclusive; the first of runs with equal length. */
function longestZeros(groups: readonly number[]): { from: number; to: number } | null {
  let longest: { from: number; to: number } | null = null
  for (let from = 0; from < groups.length; from += 1) {
    let to = from
    while (to < groups.length && groups[to] === 0) to += 1
    if (to - from >= 2 && (longest === null || to - from > longest.to - longest.from)) longest = { from, to }
    from = Math.max(from, to - 1)
  }
  return longest
}

/**
 * Returns the canonical text of an address: dotted decimal, or RFC 5952 (lower case, `::` for the longest run of
 * zeros).
 */
function formatIpAddress({ version, bytes }: IpAddress): string {
  if (version === 4) return bytes.join('.')
  const groups = Array.from(
    { length: groupCount },
    (_, index) => (bytes[2 * index] as number) * 256 + (bytes[2 * index + 1] as number),
  )
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return `::ffff:${bytes.slice(12).join('.')}`
  const texts = groups.map((group) => group.toString(16))
  const zeros = longestZeros(groups)
  return zeros ? `${texts.slice(0, zeros.from).join(':')}::${texts.slice(zeros.to).join(':')}` : texts.join(':')
}

/** Returns the canonical text of a typed address; null when the text is not an address. */
export function normalizeIpAddress(text: string): string | null {
  const address = parseIpAddress(text)
  return address && formatIpAddress(address)
}

/** Returns the IP version of the address in records of this type; null for types whose content is not an address. */
export function getIpVersionForRecordType(type: string): 4 | 6 | null {
  return type === 'A' ? 4 : type === 'AAAA' ? 6 : null
}

/** True for an A or AAAA record whose content is not exactly one address of the right version. */
export function isWrongIpForRecordType(type: string, content: string): boolean {
  const version = getIpVersionForRecordType(type)
  return version !== null && parseIpAddress(content)?.version !== version
}
