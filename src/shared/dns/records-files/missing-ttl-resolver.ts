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
  ttlForRecordWithout(line: number): number
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

  function count(code: TtlSource, line: number, ttl: number): number {
    const finding = found.get(code)
    if (finding) finding.values.n += 1
    else found.set(code, { code, line, values: { ttl, n: 1 } })
    return ttl
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
    ttlForRecordWithout(line) {
      if (stated !== null) return stated
      if (fromSoa !== null) return count('ttlFromSoa', line, fromSoa)
      if (last !== null) return count('ttlInherited', line, last)
      return count('ttlAssumed', line, requestFieldRules.dnsTtl.default)
    },
    listFindings: () => [...found.values()],
  }
}
