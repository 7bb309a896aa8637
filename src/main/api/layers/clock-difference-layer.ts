import { minuteMs } from '#shared/durations.ts'
import type { CallLayer } from '#main/api/compose-call-layers.ts'
import { parseServiceTimeOfResponse } from '#main/api/http/parse-date-header.ts'

/** A slow answer also makes a difference, but a smaller one. */
const minDifferenceMs = 5 * minuteMs
/** A cache may answer with an old `Date` header, so one answer proves nothing. */
const answersInARow = 3
/** A difference that moves by less is not reported again. */
const minMoveMs = minuteMs

export interface ClockDifferenceLayer {
  layer: CallLayer
  /**
   * Returns how far the computer's clock is ahead of the service's clock, in milliseconds; negative if it is behind.
   * Null unless the last answers all differ by more than five minutes in the same direction.
   */
  differenceMs(): number | null
  /** Call it when the computer's clock was set: the former answers say nothing about it. */
  forgetAnswers(): void
}

/** Compares the computer's clock with the `Date` header of each answer. `onChange`: `differenceMs` changed. */
export function createClockDifferenceLayer({ onChange }: { onChange: () => void }): ClockDifferenceLayer {
  let lastMs: number[] = []
  let reportedMs: number | null = null

  function measure(): number | null {
    const [newest = 0] = lastMs
    const isSure =
      lastMs.length === answersInARow &&
      lastMs.every((ms) => Math.abs(ms) > minDifferenceMs && Math.sign(ms) === Math.sign(newest))
    return isSure ? newest : null
  }

  return {
    differenceMs: () => reportedMs,
    forgetAnswers() {
      lastMs = []
      if (reportedMs === null) return
      reportedMs = null
      onChange()
    },
    layer: async (call, next) => {
      const outcome = await next(call)
      // The base URL of a typed key may be wrong, so another host may have answered.
      if (call.accountId === null) return outcome
      const serviceAt = parseServiceTimeOfResponse(outcome)
      if (serviceAt === null) return outcome
      lastMs = [outcome.at - serviceAt, ...lastMs].slice(0, answersInARow)
      const measuredMs = measure()
      const hasMoved =
        measuredMs === null || reportedMs === null
          ? measuredMs !== reportedMs
          : Math.abs(measuredMs - reportedMs) >= minMoveMs
      if (!hasMoved) return outcome
      reportedMs = measuredMs
      onChange()
      return outcome
    },
  }
}
