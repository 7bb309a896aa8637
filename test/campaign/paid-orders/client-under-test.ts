import type { OrderItem } from '#shared/ipc/order-items.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { InMemoryService } from './in-memory-service.ts'
import type { RandomChoices } from './random-choices.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { FaultyNetwork } from './faulty-network.ts'

/** What a person decided once: of it at most one charge is right, whatever happens. */
export interface PurchaseDecision {
  number: number
  item: OrderItem
  /** The price and, for a renewal, the expiry as the person saw them. */
  yen: number
  expiryDate: string | null
}

export interface Machine {
  name: string
  /** Wall clock minus true time, milliseconds. */
  wallErrorMs: number
  /** When it was last started, by the true time: its monotonic clock begins then. */
  bootedAt: number
  /** Neither sends nor reads. */
  isCut: boolean
  /** How likely a write fails, 0 to 1. */
  badDisk: number
  /** How likely a paid call waits long for its place, or is refused one, 0 to 1. */
  waiting: number
}

/** What a client under test is given when its process starts. */
export interface ClientParts {
  process: SimulatedProcess
  network: FaultyNetwork
  service: InMemoryService
  time: VirtualTime
  choices: RandomChoices
  machine: Machine
  tell: (text: string) => void
  /** Whether the person may press the confirming button twice: a service that shows late and guards nothing takes the second for another decision. */
  confirmsTwice: boolean
  /** Something happened that must not: the history has failed. */
  fail: (text: string) => void
}

/** How a wish ended in the client's own books. */
export interface DecisionOutcome {
  /** Its number. */
  wish: number
  /** All idempotency keys that were made for it. */
  idempotencyKeys: string[]
  state: 'open' | 'needs you' | 'done' | 'refused' | 'held' | 'taken back'
  /** Why it is open, held or needs the person. */
  cause: string
  intentId: string
}

/** A running process of a client; a new one is made after each end of the one before. */
export interface Client {
  start(): void
  confirm(wishes: readonly PurchaseDecision[]): Promise<void>
  /** A person looks in and presses buttons. */
  visit(panel: ServicePanel): void
  /** At the end of the history: the person goes on with all that was held. */
  resumeAll(): void
  close(): Promise<void>
}

/** What a person sees in the service's own panel, by the number of the wish. */
export interface ServicePanel {
  /** `isNamed`: whoever looks was told that a server may be the ordered one, and looks whether it is. Otherwise a server is looked for by the ID that was sent. */
  hasHappened(wish: number, isNamed: boolean): boolean
  /** One of its requests is still on its way: a person who is told so waits. */
  mayStillArrive(wish: number): boolean
}

export const noDurableIntent = 'without a durable intent'

/** One installation: its disk outlives its processes. */
export interface Installation {
  launch(parts: ClientParts): Client
  endings(): DecisionOutcome[]
  /** Why a request with this idempotency key must not leave, or arrive: what stands on the disk does not say that it was sent, with this body. */
  refusalOf(idempotencyKey: string, body: string, isLeaving: boolean): string | null
}
