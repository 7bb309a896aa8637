import { endpointOf, type EndpointName } from '#shared/api/catalog.ts'
import type { BooksStore } from '#main/api/books-store.ts'
import type { Call, Outcome } from '#main/api/pipeline.ts'
import { createSchedule } from '#main/api/schedule.ts'
import type { Priority } from '#main/api/types.ts'
import { createUrgency } from '#main/api/urgency.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

interface CallChoice {
  quota?: string
  endpoint?: EndpointName
  priority?: Priority
  leaveBy?: number
  signal?: AbortSignal
}

/** A call as the layers above the schedule hand it down. */
export function callOf({ quota = 'a', endpoint = 'domain.list', priority = 'job', leaveBy = Infinity, signal }: CallChoice = {}): Call {
  return {
    endpointName: endpoint,
    endpoint: endpointOf(endpoint),
    input: {},
    quota,
    accountId: quota,
    baseUrl: 'https://service.example',
    wantedKeyId: null,
    key: null,
    secret: 'secret',
    attempt: 1,
    urgency: createUrgency(priority, leaveBy),
    signal: signal ?? new AbortController().signal,
  }
}

export function answered(status = 200, headers: Record<string, string> = {}): Outcome {
  return { reply: { status, headers }, data: {}, error: null, at: 0, keyId: null }
}

/** Books that nothing remembers. */
export const forgetfulStore: BooksStore = {
  load: () => ({ ages: [], learnt: {} }),
  depart: () => null,
  ended: () => undefined,
  forget: () => undefined,
  learn: () => undefined,
  copy: () => undefined,
  known: () => [],
  close: () => undefined,
}

/** A schedule without memory, by a clock that the test moves. */
export function newSchedule() {
  const clock = createVirtualClock()
  return { clock, schedule: createSchedule({ clock, store: forgetfulStore }) }
}

/** The largest number of moments that lie in one window `[t, t + length)`. */
export function mostWithin(moments: readonly number[], length: number): number {
  const sorted = moments.toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, moment] of sorted.entries()) {
    while ((sorted[first] as number) <= moment - length) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}
