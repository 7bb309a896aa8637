import type { OrderAcceptanceSource } from '#shared/ipc/order-intent-schemas.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import type { ServerSetupReading } from './usePollServerSetup.ts'

type Translate = (key: string) => string

/**
 * Texts about the setup of an ordered server. `state` null: not read so far. `acceptanceSource` null: the order is not
 * counted as charged. `hasFailed`: the newest reading failed. `isListRead`: Banto reads the server list by itself now.
 * `status` null: the status is known.
 */
export function describeOrderedServerStatus(
  state: ServerSetupReading | null,
  isReading: boolean,
  hasFailed: boolean,
  acceptanceSource: OrderAcceptanceSource | null,
  isListRead: boolean,
  t: Translate,
): { status: string | null; expiry: string; next: string | null } {
  const text = (key: string) => t(`purchase.order.setup.${key}`)
  const isPending = state?.status === 'setup_pending'
  return {
    status: state ? null : text(isReading ? 'reading' : 'notRead'),
    expiry: state?.expiryDate ?? (isPending ? text('noExpiry') : '—'),
    next:
      state && !isPending
        ? null
        : joinSentences([
            acceptanceSource && text(`paid.${acceptanceSource}`),
            isPending && !hasFailed ? text('settingUp') : null,
            text('checks'),
            isListRead ? text('listReadAfterLeaving') : null,
          ]),
  }
}
