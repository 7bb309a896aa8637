/** The virtual time of one history, in epoch milliseconds. It passes from event to event only. */
export interface VirtualTime {
  now(): number
  /** Schedules an event. Returns a function that cancels it. */
  at(when: number, run: () => void): () => void
  wait(ms: number): Promise<void>
  /** Runs the events up to `end`. Each event runs after everything that the previous one started. */
  runTo(end: number): Promise<void>
}

interface Event {
  when: number
  order: number
  run: (() => void) | null
}

const isBefore = (one: Event, other: Event) =>
  one.when < other.when || (one.when === other.when && one.order < other.order)

/** `isBusy`: whether work in real time is in progress. Time does not pass until it is finished. */
export function createVirtualTime(start: number, isBusy = () => false): VirtualTime {
  let now = start
  let orders = 0
  const heap: Event[] = []

  function push(event: Event): void {
    let index = heap.push(event) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(event, heap[parent] as Event)) break
      heap[index] = heap[parent] as Event
      index = parent
    }
    heap[index] = event
  }

  function pop(): Event {
    const first = heap[0] as Event
    const last = heap.pop() as Event
    if (heap.length === 0) return first
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1
      if (!isBefore(heap[child] as Event, last)) break
      heap[index] = heap[child] as Event
      index = child
    }
    heap[index] = last
    return first
  }

  function at(when: number, run: () => void): () => void {
    const event: Event = { when: Math.max(now, when), order: (orders += 1), run }
    push(event)
    return () => {
      event.run = null
    }
  }

  return {
    now: () => now,
    at,
    wait: (ms) => new Promise((resolve) => void at(now + ms, resolve)),
    async runTo(end) {
      await settle(isBusy)
      while (heap.length > 0 && (heap[0] as Event).when <= end) {
        const { when, run } = pop()
        if (!run) continue
        now = when
        run()
        await settle(isBusy)
      }
      now = Math.max(now, end)
    },
  }
}

/** Waits until all pending callbacks have run. Concurrent histories share the turns of the event loop. */
async function settle(isBusy: () => boolean): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (isBusy())
}
