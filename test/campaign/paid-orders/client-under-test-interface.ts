import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { InMemoryService } from './in-memory-service.ts'
import type { ReplayableChoices } from './replayable-choices.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { FaultyNetwork } from './faulty-network.ts'

/** One decision of the user. Whatever happens, at most one charge for it is correct. */
export interface PurchaseDecision {
  number: number
  item: OrderItem
  /** The price and, for a renewal, the expiry date that the user saw. */
  yen: number
  expiryDate: string | null
}

export interface SimulatedMachine {
  name: string
  /** Wall clock minus true time, in milliseconds. */
  wallErrorMs: number
  /** True time at which the machine was started. Its monotonic clock starts then. */
  bootedAt: number
  /** The machine is offline: it neither sends nor reads. */
  isCut: boolean
  /** Probability that a write fails, 0 to 1. */
  badDisk: number
  /** Probability that a paid call waits long in the queue, or fails before it is sent, 0 to 1. */
  waiting: number
}

/** What a client under test receives when its process starts. */
export interface ClientParts {
  process: SimulatedProcess
  network: FaultyNetwork
  service: InMemoryService
  time: VirtualTime
  choices: ReplayableChoices
  machine: SimulatedMachine
  log: (text: string) => void
  /**
   * Called when a paid call is about to be sent. A crash may follow before anything is sent; the client cannot know
   * that.
   */
  onSendingBegun: (idempotencyKey: string) => void
  /**
   * Whether the user may press the confirm button twice. A service that lists late and checks nothing would take the
   * second press for another decision.
   */
  confirmsTwice: boolean
  /** Reports something that must not happen: the history has failed. */
  fail: (text: string) => void
}

/** How a decision ended according to the client. */
export interface DecisionOutcome {
  /** Number of the decision. */
  decisionNumber: number
  /** All idempotency keys that were created for the decision. */
  idempotencyKeys: string[]
  state: 'open' | 'needs you' | 'done' | 'refused' | 'held' | 'taken back'
  /** Why it is open, held or needs the user. */
  cause: string
  intentId: string
}

/** A running process of a client. A new client is created each time the process has ended. */
export interface Client {
  start(): void
  confirm(decisions: readonly PurchaseDecision[]): Promise<void>
  /** The user opens the app and presses buttons. */
  visit(panel: ServicePanel): void
  /** At the end of the history, the user resumes everything that was held. */
  resumeAll(): void
  close(): Promise<void>
}

/** What the user sees in the service's own panel, by number of the decision. */
export interface ServicePanel {
  /**
   * `isNamed`: the client named a server that may be the ordered server, and the user checks that server. Otherwise the
   * user looks for the sent ID.
   */
  hasHappened(decisionNumber: number, isNamed: boolean): boolean
  /** Whether a request of the decision is still under way. A user who knows that waits. */
  mayStillArrive(decisionNumber: number): boolean
}

/** The reason against a sending whose order is not on the disk. */
export const reasonSentWithoutStoredIntent = 'without a stored intent'

/** One installation. Its disk is kept when its processes end. */
export interface Installation {
  launch(parts: ClientParts): Client
  endings(): DecisionOutcome[]
  /**
   * Returns why a request with this idempotency key must not be sent (`isLeaving`) or must not arrive. Null if the disk
   * has an intent that was sent with this body.
   */
  findReasonAgainstSending(idempotencyKey: string, body: string, isLeaving: boolean): string | null
}
