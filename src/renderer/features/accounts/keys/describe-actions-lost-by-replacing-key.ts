import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import {
  findActionsLostBetweenKeySets,
  type ActionLostBetweenKeySets,
  type LostActionTargets,
} from '#shared/api/find-actions-lost-between-key-sets.ts'
import { getGrantsByService } from '#shared/api/get-and-check-grants-of-api-keys.ts'
import type { Account, Key } from '#shared/ipc/accounts.ts'
import { isKeyUsable } from '#shared/key-states.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'

type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string

/** Further names are counted only. */
const maxNames = 5

export interface LostKeyActionGroup {
  /** Says which targets remain, or that another key permits the actions. */
  heading: string
  actions: string[]
}

/**
 * Returns the actions that the account loses when a key with the permissions `me` replaces the key `replaced`. Then
 * follow the actions that the new key lacks but other keys of the account permit. Empty if the new key permits
 * everything that the old key does, or if the permissions of one of the two keys are not known.
 */
export function describeActionsLostByReplacingKey(
  { label, keys }: Pick<Account, 'label' | 'keys'>,
  replaced: Key,
  me: KeyInformation,
  t: Translate,
): LostKeyActionGroup[] {
  if (replaced.me === null) return []
  const others = keys.flatMap((key) =>
    key.id !== replaced.id && isKeyUsable(key) && key.me !== null && getGrantsByService(key.me) !== null
      ? [key.me]
      : [],
  )
  const lostByKey = findActionsLostBetweenKeySets([replaced.me], [me])
  const lostByAccount = findActionsLostBetweenKeySets([replaced.me], [me, ...others])
  const leftToOthers = lostByKey.filter(({ action }) => lostByAccount.every((lost) => lost.action !== action))
  const lostServices = findLostServices(replaced.me, me)
  const lines = groupByLoss(lostByAccount).map(({ loss, actions }) => ({
    heading: describeLoss(loss, label, t),
    actions: actions.map((action) => t(`accounts.keys.lost.actions.${action}`)),
  }))
  if (leftToOthers.length > 0)
    lines.push({
      heading: t('accounts.keys.lost.leftToOthers', { account: label }),
      actions: leftToOthers.map(({ action }) => t(`accounts.keys.lost.actions.${action}`)),
    })
  if (lostServices.length > 0)
    lines.push({
      heading: t('accounts.keys.lost.services'),
      actions: lostServices.map((service) => describeService(service, t)),
    })
  return lines
}

function groupByLoss(
  lost: readonly ActionLostBetweenKeySets[],
): { loss: LostActionTargets; actions: ActionLostBetweenKeySets['action'][] }[] {
  const groups = new Map<string, { loss: LostActionTargets; actions: ActionLostBetweenKeySets['action'][] }>()
  for (const { action, loss } of lost) {
    const key = JSON.stringify(loss)
    const group = groups.get(key) ?? { loss, actions: [] }
    group.actions.push(action)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function describeLoss(loss: LostActionTargets, account: string, t: Translate): string {
  if (loss.kind === 'all_targets') return t('accounts.keys.lost.none', { account })
  const shown = loss.names.slice(0, maxNames).map((name) => decodePunycode(name) ?? name)
  const further = loss.names.length - shown.length
  const listed = shown.join(', ')
  const names = further === 0 ? listed : t('accounts.keys.lost.namesAndMore', { names: listed, n: further }, further)
  return t(`accounts.keys.lost.${loss.kind}`, { account, names })
}

/** Services of the old key that the new key lacks and that Banto has no action for. */
function findLostServices(before: KeyInformation, after: KeyInformation): string[] {
  const [old, present] = [getGrantsByService(before), getGrantsByService(after)]
  if (old === null || present === null) return []
  return Object.keys(old).filter((name) => !(name in present) && name !== 'domain' && name !== 'server')
}

function describeService(service: string, t: Translate): string {
  return service === 'wphosting' || service === 'vps' ? t(`accounts.grants.services.${service}`) : service
}
