import { priorities, type Priority } from './types.ts'

/** How urgent a call is, while it waits. It only rises: somebody more urgent may want the same answer. */
export interface Urgency {
  readonly priority: Priority
  /** Monotonic time by which it must have left, else `waited_too_long`. */
  readonly leaveBy: number
  /** It has its place: as long as it does not wait for another, nothing is too late. */
  readonly hasLeft: boolean
  leave(): void
  /** It waits for a place: the first, or one more for another try. */
  queue(): void
  raise(priority: Priority, leaveBy: number): void
  /** Returns a function that stops listening. */
  onRaise(listen: () => void): () => void
  /** Returns a function that stops listening. */
  onQueue(listen: () => void): () => void
}

export function createUrgency(priority: Priority, leaveBy: number): Urgency {
  const raised = new Set<() => void>()
  const queued = new Set<() => void>()
  let current = { priority, leaveBy }
  let hasLeft = false
  return {
    get priority() {
      return current.priority
    },
    get leaveBy() {
      return current.leaveBy
    },
    get hasLeft() {
      return hasLeft
    },
    leave() {
      hasLeft = true
    },
    queue() {
      hasLeft = false
      for (const listen of [...queued]) listen()
    },
    raise(other, otherLeaveBy) {
      const isHigher = priorities.indexOf(other) < priorities.indexOf(current.priority)
      if (!isHigher && otherLeaveBy <= current.leaveBy) return
      current = { priority: isHigher ? other : current.priority, leaveBy: Math.max(otherLeaveBy, current.leaveBy) }
      for (const listen of [...raised]) listen()
    },
    onRaise: (listen) => listenIn(raised, listen),
    onQueue: (listen) => listenIn(queued, listen),
  }
}

function listenIn(listeners: Set<() => void>, listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
