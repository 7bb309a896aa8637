import { rateLimitHeaders, type RateLimitClass } from '#shared/api/service-limits.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'

export interface RequestQuotaLimits {
  per_minute: number
  per_day: number
  concurrent: number
}

export interface QuotaDecision {
  isAdmitted: boolean
  /** The five rate headers, and `retry-after` on a refusal. */
  headers: Record<string, string>
  /** Releases the concurrency slot; a second call has no effect. */
  release(): void
}

/** The limits that one server has by its plan and state. */
export interface RequestQuotaLimitsOfHostingServer {
  servername: string
  limit: RequestQuotaLimits
}

interface Window {
  count(now: number): number
  add(now: number): void
  /**
   * The time at which the count falls below `limit`. If the count is already below it: the time at which the oldest
   * request leaves the window.
   */
  freeAt(now: number, limit: number): number
}

function createSlidingWindow(lengthMs: number): Window {
  let times: number[] = []
  let head = 0
  const count = (now: number) => {
    while (head < times.length && (times[head] as number) <= now - lengthMs) head += 1
    if (head > 4096) {
      times = times.slice(head)
      head = 0
    }
    return times.length - head
  }
  return {
    count,
    add: (now) => times.push(now),
    freeAt(now, limit) {
      const excess = Math.max(0, count(now) - limit)
      return (times[head + excess] ?? now) + lengthMs
    },
  }
}

/** `offsetMs` shifts the start of a window, so that a day begins at midnight in Japan. */
function createFixedWindow(lengthMs: number, offsetMs: number): Window {
  let start = -Infinity
  let inside = 0
  const startNewWindow = (now: number) => {
    const current = Math.floor((now + offsetMs) / lengthMs) * lengthMs - offsetMs
    if (current !== start) [start, inside] = [current, 0]
  }
  return {
    count(now) {
      startNewWindow(now)
      return inside
    },
    add(now) {
      startNewWindow(now)
      inside += 1
    },
    freeAt(now) {
      startNewWindow(now)
      return start + lengthMs
    },
  }
}

const japanOffsetMs = 9 * 60 * minuteMs

/**
 * Counts and limits the requests of each user over all keys, separately for each limit class (API description, section
 * "Limits").
 */
export function createRequestQuota(settings: {
  limits: Record<RateLimitClass, RequestQuotaLimits>
  window: 'sliding' | 'fixed'
  count_rejected: boolean
}) {
  const createWindows = () =>
    settings.window === 'sliding'
      ? { minute: createSlidingWindow(minuteMs), day: createSlidingWindow(dayMs) }
      : { minute: createFixedWindow(minuteMs, 0), day: createFixedWindow(dayMs, japanOffsetMs) }
  const usageByUser = new Map<string, { minute: Window; day: Window; inFlight: number }>()

  /** Admits or refuses one request of a user. `own`: the limits of one server, whose requests are counted apart. */
  function admit(
    user: string,
    limitClass: RateLimitClass,
    now: number,
    own: RequestQuotaLimitsOfHostingServer | null = null,
  ): QuotaDecision {
    const limit = own?.limit ?? settings.limits[limitClass]
    const id = [limitClass, user, ...(own ? [own.servername] : [])].join(' ')
    const usage = usageByUser.get(id) ?? { ...createWindows(), inFlight: 0 }
    usageByUser.set(id, usage)

    const isCrowded = usage.inFlight >= limit.concurrent
    const isMinuteFull = usage.minute.count(now) >= limit.per_minute
    const isDayFull = usage.day.count(now) >= limit.per_day
    const isAdmitted = !isCrowded && !isMinuteFull && !isDayFull
    const minuteFreeAt = usage.minute.freeAt(now, limit.per_minute)
    const freeAt = isDayFull ? Math.max(minuteFreeAt, usage.day.freeAt(now, limit.per_day)) : minuteFreeAt

    if (isAdmitted || settings.count_rejected) {
      usage.minute.add(now)
      usage.day.add(now)
    }
    if (isAdmitted) usage.inFlight += 1

    const remaining = Math.min(limit.per_minute - usage.minute.count(now), limit.per_day - usage.day.count(now))
    const waitMs = isMinuteFull || isDayFull ? freeAt - now : 1000
    let isHeld = isAdmitted
    return {
      isAdmitted,
      headers: {
        [rateLimitHeaders.limit]: String(limit.per_minute),
        [rateLimitHeaders.remaining]: String(Math.max(0, remaining)),
        [rateLimitHeaders.reset]: String(
          Math.ceil((isDayFull ? freeAt : usage.minute.freeAt(now, limit.per_minute)) / 1000),
        ),
        [rateLimitHeaders.concurrentLimit]: String(limit.concurrent),
        [rateLimitHeaders.concurrentRemaining]: String(Math.max(0, limit.concurrent - usage.inFlight)),
        ...(!isAdmitted && { [rateLimitHeaders.retryAfter]: String(Math.max(1, Math.ceil(waitMs / 1000))) }),
      },
      release() {
        if (isHeld) usage.inFlight -= 1
        isHeld = false
      },
    }
  }

  return { admit }
}
export type RequestQuota = ReturnType<typeof createRequestQuota>
