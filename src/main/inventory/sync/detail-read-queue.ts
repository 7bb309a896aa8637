import type { RateLimitClass } from '#shared/api/service-limits.ts'
import type { DetailRef } from '#shared/domain-and-server-detail-kinds.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import type { DueDetail } from '#main/inventory/details/query-due-details.ts'

/** The due details of one limit class, in the order in which a sync reads them. */
export interface DetailReadQueue {
  readonly limitClass: RateLimitClass
  readonly due: number
  /** How many details this sync reads. */
  readonly planned: number
  /** How many of them were not begun. */
  notBegun(): number
  /** Returns the next detail and counts it as begun; null if all planned ones were begun. */
  take(): DueDetail | null
  /** Plans no more than was begun and `more` details. A later call with more does not plan them again. */
  planAtMost(more: number): void
  /**
   * Removes the details that no key may read any more. Returns how many fewer details are planned. Details that were
   * begun stay.
   */
  removeUnreadable(mayRead: (detail: DetailRef) => boolean): number
  /** Details of what the window shows now are taken first. Searches in chunks. */
  preferVisible(isVisible: (detail: DetailRef) => boolean): Promise<void>
}

const searchedAtOnce = 5_000

/** `plannedReads`: how many of the due details of the limit class this sync may read. */
export function createDetailReadQueue(
  limitClass: RateLimitClass,
  dueDetails: readonly DueDetail[],
  plannedReads: number,
): DetailReadQueue {
  let due = dueDetails
  let planned = Math.min(due.length, plannedReads)
  let begun = 0
  let at = 0
  let preferred: DueDetail[] = []
  /** The details that were taken out of their turn. */
  const takenEarly = new Set<DueDetail>()
  let searches = 0

  function takePreferred(): DueDetail | undefined {
    const detail = preferred.shift()
    if (detail) takenEarly.add(detail)
    return detail
  }

  function takeNext(): DueDetail {
    for (;;) {
      const detail = due[at] as DueDetail
      at += 1
      if (!takenEarly.delete(detail)) return detail
    }
  }

  return {
    limitClass,
    get due() {
      return due.length
    },
    get planned() {
      return planned
    },
    notBegun: () => planned - begun,
    take() {
      if (begun >= planned) return null
      begun += 1
      return takePreferred() ?? takeNext()
    },
    planAtMost: (more) => void (planned = Math.min(planned, begun + more)),
    removeUnreadable(mayRead) {
      const removed = new Set(due.slice(at).filter((detail) => !takenEarly.has(detail) && !mayRead(detail)))
      if (removed.size === 0) return 0
      due = due.filter((detail) => !removed.has(detail))
      preferred = preferred.filter((detail) => !removed.has(detail))
      const before = planned
      planned = Math.min(planned, due.length)
      // A search that runs has seen the details that are removed.
      searches += 1
      return before - planned
    },
    async preferVisible(isVisible) {
      const search = (searches += 1)
      preferred = []
      const found: DueDetail[] = []
      const begin = at
      for (let from = begin; from < due.length; from += searchedAtOnce) {
        found.push(...due.slice(from, from + searchedAtOnce).filter(isVisible))
        await yieldToEventLoop()
        // The window shows something else by now.
        if (search !== searches) return
      }
      // Some were taken in their turn during the search.
      const taken = new Set(due.slice(begin, at))
      preferred = found.filter((detail) => !taken.has(detail) && !takenEarly.has(detail))
    },
  }
}
