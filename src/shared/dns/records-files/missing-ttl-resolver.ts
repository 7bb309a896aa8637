import { requestFieldRules } from '#shared/api/service-limits.ts'

type TtlSource = 'ttlFromSoa' | 'ttlInherited' | 'ttlAssumed'

interface TtlFinding {
  code: TtlSource
  /** The first line of the file whose TTL has this source. */
  line: number
  values: { ttl: number; n: number }
}

/** Finds the TTL of records that state none, and counts where it came from. Call it in the order of the file. */
export interface MissingTtlResolver {
  /** Records the TTL that an entry states; null if it states none. */
  recordStatedTtl(ttl: number | null): void
  /** Sets the default of a `$TTL` directive. */
  setDefault(ttl: number | null): void
  /** Takes the minimum of an SOA record without a TTL as the default, unless there is one. */
  setFromSoa(minimum: number | null): void
  /** The TTL of a record that states none. */
  ttlForRecordWithout(): number
  /** Counts a record that got the TTL of `ttlForRecordWithout`. */
  countRecordWithout(line: number): void
  /** One finding for each source but `$TTL`, with the number of records. */
  listFindings(): TtlFinding[]
}

/**
 * Takes the first of these that exists: `$TTL` (RFC 2308, section 4); the minimum of an SOA record without a TTL, as
 * BIND does; the last stated TTL (RFC 1035, section 5.1); the default of the service.
 */
export function createMissingTtlResolver(): MissingTtlResolver {
  let stated: number | null = null
  let fromSoa: number | null = null
  let last: number | null = null
  const found = new Map<TtlSource, TtlFinding>()

  /** `source`: null for `$TTL`. */
  function findTtl(): { source: TtlSource | null; ttl: number } {
    if (stated !== null) return { source: null, ttl: stated }
    if (fromSoa !== null) return { source: 'ttlFromSoa', ttl: fromSoa }
    if (last !== null) return { source: 'ttlInherited', ttl: last }
    return { source: 'ttlAssumed', ttl: requestFieldRules.dnsTtl.default }
  }

  return {
    recordStatedTtl(ttl) {
      if (ttl !== null) last = ttl
    },
    setDefault(ttl) {
      stated = ttl
    },
    setFromSoa(minimum) {
      fromSoa ??= minimum
    },
    ttlForRecordWithout: () => findTtl().ttl,
    countRecordWithout(line) {
      const { source, ttl } = findTtl()
      if (source === null) return
      const finding = found.get(source)
      if (finding) finding.values.n += 1
      else found.set(source, { code: source, line, values: { ttl, n: 1 } })
    },
    listFindings: () => [...found.values()],
  }
}
