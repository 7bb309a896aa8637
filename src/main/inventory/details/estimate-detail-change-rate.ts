import { dayMs } from '#shared/durations.ts'

/** Expected number of changes per millisecond, above 0. */
export interface DetailChangeRate {
  perMs: number
}

/** What was observed of one detail, from its first reading to its last. */
export interface ObservedDetailChanges {
  /** How many readings showed a change. */
  changes: number
  /**
   * Number of changes that were neither in the change log nor in an execution log before they were read. Announced
   * changes are read at once, so they say nothing about how often to look for other changes.
   */
  unannounced: number
  observedMs: number
}

/** Before anything was observed, details are taken to change once in this time. */
const assumedChangeIntervalMs = 90 * dayMs
/** The weight of this assumption in the mean of a kind, in changes. */
const assumedChanges = 5
/**
 * The weight of an average domain in the relative change rate of one domain, in changes. Small, because few domains
 * have most changes.
 */
const averageDomainWeight = 0.2
/** The weight of the relative change rate of its domain in the rate of one detail, in changes. */
const domainWeight = 1

/** The mean rates of one kind of detail. */
export interface MeanDetailChangeRates {
  perMs: number
  unannouncedPerMs: number
}

export const assumedDetailChangeRates: MeanDetailChangeRates = {
  perMs: 1 / assumedChangeIntervalMs,
  unannouncedPerMs: 1 / assumedChangeIntervalMs,
}

/** `observed`: the sums over all details of the kind. */
export function estimateMeanDetailChangeRates({
  changes,
  unannounced,
  observedMs,
}: ObservedDetailChanges): MeanDetailChangeRates {
  const time = observedMs + assumedChanges * assumedChangeIntervalMs
  return { perMs: (changes + assumedChanges) / time, unannouncedPerMs: (unannounced + assumedChanges) / time }
}

/**
 * Returns how many times as often as an average domain this one changes, by all of its details. `expectedChanges`: how
 * many changes an average domain would have shown in the same time.
 */
export function estimateRelativeChangeRateOfDomain(changes: number, expectedChanges: number): number {
  return (changes + averageDomainWeight) / (expectedChanges + averageDomainWeight)
}

/**
 * Returns the rate of the unannounced changes of one detail: the mean of its kind times the relative change rate of its
 * domain, corrected by what was seen of this detail. The time after the last reading is no observation. If it counted,
 * a detail that is read rarely would seem to change rarely.
 */
export function estimateDetailChangeRate(
  { unannounced, observedMs }: ObservedDetailChanges,
  mean: MeanDetailChangeRates,
  relativeChangeRate: number,
): DetailChangeRate {
  return {
    perMs: (unannounced + domainWeight) / (observedMs + domainWeight / (mean.unannouncedPerMs * relativeChangeRate)),
  }
}

/**
 * Returns the expected gain of a reading: the milliseconds for which a wrong value would be shown without it. For
 * changes at random times, reading the detail with the highest value of `(1 − e^−x (1 + x)) / rate`, `x = rate · age`,
 * comes near to the best possible order (Azar et al., "Tractable near-optimal policies for crawling", 2018). At equal
 * rates, the oldest reading comes first. A detail that changes much faster than it can be read gains little.
 */
export function computeStaleTimeAvoidedByRead({ perMs }: DetailChangeRate, ageMs: number): number {
  const x = perMs * Math.max(0, ageMs)
  // For a small `x`, the subtraction of two nearly equal numbers is imprecise, and `x² / 2` is exact enough.
  return x < 1e-4 ? (x * x) / 2 / perMs : (1 - Math.exp(-x) * (1 + x)) / perMs
}
