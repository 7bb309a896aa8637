import type { ComposerTranslation } from 'vue-i18n'
import { goneStatus } from '#shared/ipc/inventory.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import {
  getStatusIcon,
  unknownStatusIcon,
  type StatusIcon,
  type ResourceKindWithStatus,
} from './domain-server-key-status-icons.ts'

/**
 * Icon, tone and word of a status. A status that the app does not know is shown unchanged. `goneSince`: when the domain
 * or server was found to be gone; replaces the last status.
 */
export function describeResourceStatus(
  { kind, status, goneSince }: { kind: ResourceKindWithStatus; status: string; goneSince: number | null },
  t: ComposerTranslation,
): StatusIcon & { word: string } {
  if (goneSince !== null)
    return {
      ...(getStatusIcon(kind, goneStatus) ?? unknownStatusIcon),
      word: t('common.goneSince', { date: formatJapanDate(goneSince) }),
    }
  const known = getStatusIcon(kind, status)
  return known ? { ...known, word: t(`common.status.${kind}.${status}`) } : { ...unknownStatusIcon, word: status }
}
