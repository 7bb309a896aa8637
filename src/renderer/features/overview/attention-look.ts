import type { Attention } from '#shared/ipc/inventory.ts'

export const urgencies = ['now', 'soon', 'running'] as const
export type Urgency = (typeof urgencies)[number]

/** Statuses of a procedure that stands still until a person acts. */
const stuck = ['transfer_action_required', 'suspended']
/** Statuses that the service finishes by itself. */
const ownPace = ['transferring', 'pending_create', 'setup_pending']

export function urgencyOf(item: Attention): Urgency {
  switch (item.kind) {
    case 'key_state':
    case 'sync_failed':
    case 'domains_expired':
      return 'now'
    case 'domains_pending':
    case 'servers_pending':
      return stuck.includes(item.status) ? 'now' : ownPace.includes(item.status) ? 'running' : 'soon'
    default:
      return 'soon'
  }
}

/** The accounts that an item speaks of. */
export function accountsOf(item: Attention): string[] {
  if ('accountIds' in item) return item.accountIds
  return item.kind === 'shared_domains' ? [item.accountId, item.otherAccountId] : [item.accountId]
}

/** In the order main gave them, by urgency; groups without items are left out. */
export function groupByUrgency(items: readonly Attention[]): { urgency: Urgency; items: Attention[] }[] {
  return urgencies
    .map((urgency) => ({ urgency, items: items.filter((item) => urgencyOf(item) === urgency) }))
    .filter((group) => group.items.length > 0)
}
