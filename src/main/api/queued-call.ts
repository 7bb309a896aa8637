import type { QuotaUsage } from '#shared/ipc/accounts.ts'
import { callPriorities, type CallPriority } from './api-client-interface.ts'

/** When a slot comes free. `at`: monotonic time, milliseconds; infinite when only a response frees one. */
export interface EstimatedStart {
  at: number
  waitingFor: NonNullable<QuotaUsage['nextFreeAfter']>
}

/**
 * Priority and deadline of a call while it waits. The priority only rises: a more urgent caller may join the same call.
 */
export interface QueuedCall {
  readonly priority: CallPriority
  /** Monotonic time, milliseconds. A call that is still queued at this time fails with `waited_too_long`. */
  readonly deadline: number
  /** Slot granted; the deadline no longer applies unless the call queues again. */
  readonly isGranted: boolean
  markGranted(): void
  /** The call waits for a slot, for its first attempt or for another attempt. */
  markQueued(estimateStart: () => EstimatedStart): void
  /** Null while the call waits for no slot. */
  estimateStart(): EstimatedStart | null
  raisePriority(priority: CallPriority, deadline: number): void
  /** Returns a function that stops listening. */
  onPriorityRaised(listen: () => void): () => void
  /** Returns a function that stops listening. */
  onQueued(listen: () => void): () => void
}

export function createQueuedCall(priority: CallPriority, deadline: number): QueuedCall {
  const raised = new Set<() => void>()
  const queued = new Set<() => void>()
  let current = { priority, deadline }
  let isGranted = false
  let estimateStart: (() => EstimatedStart) | null = null
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
      estimateStart = null
    },
    estimateStart: () => estimateStart?.() ?? null,
    markQueued(estimate) {
      isGranted = false
      estimateStart = estimate
      for (const listen of [...queued]) listen()
    },
    raisePriority(other, otherDeadline) {
      const isHigher = callPriorities.indexOf(other) < callPriorities.indexOf(current.priority)
      if (!isHigher && otherDeadline <= current.deadline) return
      current = { priority: isHigher ? other : current.priority, deadline: Math.max(otherDeadline, current.deadline) }
      for (const listen of [...raised]) listen()
    },
    onPriorityRaised: (listen) => listenIn(raised, listen),
    onQueued: (listen) => listenIn(queued, listen),
  }
}

function listenIn(listeners: Set<() => void>, listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
