import type { ShownAttentionItem } from './shown-attention-item.ts'

/** `running`: goes on by itself, nothing is to be done. */
export const attentionUrgencies = ['now', 'soon', 'running'] as const

export type AttentionUrgency = (typeof attentionUrgencies)[number]

/** Statuses of a procedure that continues only after an action of the user. */
const statusesWaitingForUser = ['transfer_action_required', 'suspended']

/** Statuses that the service completes without an action of the user. */
const statusesEndingByThemselves = ['transferring', 'pending_create', 'setup_pending']

export function getAttentionUrgency(item: ShownAttentionItem): AttentionUrgency {
  switch (item.kind) {
    case 'run_stopped':
    case 'orders_need_you':
    case 'no_keys':
    case 'key_state':
    case 'keychain':
    case 'sync_failed':
    case 'sync_failed_many':
    case 'list_shrunk':
    case 'domains_expired':
    case 'domains_gone':
    case 'servers_gone':
      return 'now'
    case 'domains_pending':
    case 'servers_pending':
      return statusesWaitingForUser.includes(item.status)
        ? 'now'
        : statusesEndingByThemselves.includes(item.status)
          ? 'running'
          : 'soon'
    case 'orders_unsettled':
      return item.isBeingChecked ? 'running' : 'now'
    default:
      return 'soon'
  }
}

/** Groups items by urgency. The items of a group keep their order. Empty groups are left out. */
export function groupAttentionByUrgency(
  items: readonly ShownAttentionItem[],
): { urgency: AttentionUrgency; items: ShownAttentionItem[] }[] {
  return attentionUrgencies
    .map((urgency) => ({ urgency, items: items.filter((item) => getAttentionUrgency(item) === urgency) }))
    .filter((group) => group.items.length > 0)
}
