import { priorities, type Priority } from './types.ts'

/** How urgent a call is, while it waits. It only rises: somebody more urgent may want the same answer. */
export interface CallPriority {
  readonly priority: Priority
  /** Monotonic time by which it must have left, else `waited_too_long`. */
  readonly deadline: number
  /** It has its place: as long as it does not wait for another, nothing is too late. */
  readonly isGranted: boolean
  markGranted(): void
  /** It waits for a place: the first, or one more for another try. */
  markQueued(): void
  raise(priority: Priority, deadline: number): void
  /** Returns a function that stops listening. */
  onRaised(listen: () => void): () => void
  /** Returns a function that stops listening. */
  onQueued(listen: () => void): () => void
}

export function createCallPriority(priority: Priority, deadline: number): CallPriority {
  const raised = new Set<() => void>()
  const queued = new Set<() => void>()
  let current = { priority, deadline }
  let isGranted = false
  return {
    get priority() {
      return current.priority
    },
    get deadline() {
      return current.deadline
    },
    get isGranted() {
      return isGranted
    },
    markGranted() {
      isGranted = true
    },
    markQueued() {
      isGranted = false
      for (const listen of [...queued]) listen()
    },
    raise(other, otherDeadline) {
      const isHigher = priorities.indexOf(other) < priorities.indexOf(current.priority)
      if (!isHigher && otherDeadline <= current.deadline) return
      current = { priority: isHigher ? other : current.priority, deadline: Math.max(otherDeadline, current.deadline) }
      for (const listen of [...raised]) listen()
    },
    onRaised: (listen) => listenIn(raised, listen),
    onQueued: (listen) => listenIn(queued, listen),
  }
}

function listenIn(listeners: Set<() => void>, listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
