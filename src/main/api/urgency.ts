import { priorities, type Priority } from './types.ts'

/** How urgent a call is, while it waits. It only rises: somebody more urgent may want the same answer. */
export interface Urgency {
  readonly priority: Priority
  /** Monotonic time by which it must have left, else `waited_too_long`. */
  readonly leaveBy: number
  /** It got its place: from then on nothing is too late. */
  readonly hasLeft: boolean
  leave(): void
  raise(priority: Priority, leaveBy: number): void
  /** Returns a function that stops listening. */
  onRaise(listen: () => void): () => void
}

export function createUrgency(priority: Priority, leaveBy: number): Urgency {
  const listeners = new Set<() => void>()
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
    raise(other, otherLeaveBy) {
      const isHigher = priorities.indexOf(other) < priorities.indexOf(current.priority)
      if (!isHigher && otherLeaveBy <= current.leaveBy) return
      current = { priority: isHigher ? other : current.priority, leaveBy: Math.max(otherLeaveBy, current.leaveBy) }
      for (const listen of [...listeners]) listen()
    },
    onRaise(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
