import type { NotificationKind } from '#shared/notification-kinds.ts'
import type { NotificationReason } from './shown-notification-reason-store.ts'

/**
 * What a notification says, as data. There is one notification of each kind at a time, which counts everything of its
 * kind.
 */
export type NotificationFacts =
  | {
      kind: 'domains_expiring' | 'servers_expiring'
      days: number
      /**
       * The number of domains or servers that expire within each span of days, the shortest first. A longer span
       * includes the shorter ones.
       */
      countsByWarningPeriod: { days: number; count: number }[]
      /** When the oldest list with one of them was read. */
      oldestReadAt: number
      /** True if several accounts list the same domain or server. It is then counted once per account. */
      hasSharedRows: boolean
    }
  /** Keys that expire within `days` or have expired. `days` 0: all have expired. `keys`: the first to expire first. */
  | { kind: 'keys_expiring'; days: number; keys: ExpiringKey[] }
  /** `accounts`: by label. */
  | { kind: 'syncs_failing'; accounts: { id: string; label: string }[] }
  | { kind: 'orders_to_decide'; count: number }
  /** Orders on hold or declined, by reason. */
  | { kind: 'orders_stopped'; counts: Record<StoppedOrderReason, number> }

export interface ExpiringKey {
  accountId: string
  accountLabel: string
  label: string
  expiresAt: number
}

export const stoppedOrderReasons = ['balance', 'declined', 'paused', 'other'] as const
export type StoppedOrderReason = (typeof stoppedOrderReasons)[number]

/** An order that waits for the user. `occurrence`: changes each time the user resumes the order. */
export interface NotifiableOrder {
  intentId: string
  reason: 'to_decide' | StoppedOrderReason
  occurrence: string
}

/** The facts of a notification, and those of its reasons that no notification has shown yet. */
export interface NotificationFactsWithNewReasons {
  facts: NotificationFacts & { kind: NotificationKind }
  /** Chunks of these reasons. A chunk is parsed only when it is recorded. */
  newReasons: (() => NotificationReason[])[]
}
