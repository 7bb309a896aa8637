import { dayMs } from '#shared/durations.ts'
import { domainDetailKinds, type DomainDetailKind } from '#shared/domain-and-server-detail-kinds.ts'

/** One stored value that the window shows: a detail of a domain. */
export interface SimulatedDetail {
  name: string
  kind: DomainDetailKind
  /** Counts the changes at the service. */
  version: number
  readVersion: number
  /** When the service's value first differed from the stored one; null while they are equal. */
  wrongSince: number | null
  /** A key of the account has changed the value since the last reading. */
  isWritten: boolean
  nextChangeAt: number
  changesPerMs: number
}

export interface LoggedWrite {
  at: number
  method: string
  path: string
}

export interface SimulatedDomains {
  names: string[]
  cells: ReadonlyMap<string, SimulatedDetail>
  /** Makes the changes until `now`. */
  advance(now: number): void
  /** Returns the version that a reading shows, and counts the time for which the stored value was wrong. */
  read(name: string, kind: DomainDetailKind, now: number): number
  /** The writes of the account's keys, the newest first. */
  writes(): LoggedWrite[]
  /** The sum over all cells of the time for which their stored values were wrong. */
  wrongMs(now: number): number
}

export interface ChangeModel {
  domains: number
  changesPerDay: number
  /** The domain of rank n changes `1 / n ** skew` times as often as the first. 0: all alike. */
  skew: number
  /**
   * Share of the changes that a key of the account makes. The others are made in the panel of the service, and no log
   * has them.
   */
  shareByKeys: number
}

/** Zones change most often. */
const shareByKind: Record<DomainDetailKind, number> = {
  zone: 0.8,
  nameservers: 0.05,
  whois: 0.05,
  lock: 0.05,
  detail: 0.05,
}

const writeCalls: Partial<Record<DomainDetailKind, { method: string; path: string }>> = {
  zone: { method: 'PUT', path: 'dns/7' },
  nameservers: { method: 'PUT', path: 'nameservers' },
  whois: { method: 'PUT', path: 'whois' },
  lock: { method: 'PUT', path: 'registrar-lock' },
}

/** Domains whose details change at random times. `start`: when all stored values are right. */
export function createSimulatedDomains(
  { domains, changesPerDay, skew, shareByKeys }: ChangeModel,
  random: () => number,
  start: number,
): SimulatedDomains {
  const names = Array.from({ length: domains }, (_, index) => `domain-${index}.example`)
  // The order of the names says nothing about the rates.
  const ranks = names.map((_, index) => ({ index, key: random() })).toSorted((one, other) => one.key - other.key)
  const weights = names.map(() => 0)
  for (const [rank, { index }] of ranks.entries()) weights[index] = 1 / (rank + 1) ** skew
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const untilNext = (rate: number) => -Math.log(1 - random()) / rate
  const cells = new Map<string, SimulatedDetail>()
  for (const [index, name] of names.entries())
    for (const kind of domainDetailKinds) {
      const changesPerMs = (changesPerDay / dayMs) * ((weights[index] ?? 0) / total) * shareByKind[kind]
      const nextChangeAt = start + untilNext(changesPerMs)
      cells.set(`${name} ${kind}`, {
        name,
        kind,
        version: 0,
        readVersion: 0,
        wrongSince: null,
        isWritten: false,
        nextChangeAt,
        changesPerMs,
      })
    }
  const writes: LoggedWrite[] = []
  let wrongMs = 0

  return {
    names,
    cells,
    advance(now) {
      for (const cell of cells.values())
        while (cell.nextChangeAt <= now) {
          cell.version += 1
          cell.wrongSince ??= cell.nextChangeAt
          const call = writeCalls[cell.kind]
          if (random() < shareByKeys && call) {
            cell.isWritten = true
            // A lock also changes the EPP statuses of the domain.
            const detail = cells.get(`${cell.name} detail`)
            if (cell.kind === 'lock' && detail) detail.isWritten = true
            writes.push({ at: cell.nextChangeAt, method: call.method, path: `/v1/domain/${cell.name}/${call.path}` })
          }
          cell.nextChangeAt += untilNext(cell.changesPerMs)
        }
      writes.sort((one, other) => other.at - one.at)
    },
    read(name, kind, now) {
      const cell = cells.get(`${name} ${kind}`) as SimulatedDetail
      if (cell.wrongSince !== null) wrongMs += now - cell.wrongSince
      cell.wrongSince = null
      cell.isWritten = false
      return (cell.readVersion = cell.version)
    },
    writes: () => writes,
    wrongMs: (now) =>
      [...cells.values()].reduce((sum, { wrongSince }) => sum + (wrongSince === null ? 0 : now - wrongSince), wrongMs),
  }
}
