import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Attention } from '#shared/ipc/inventory.ts'
import { useSync } from '../../shell/sync-state.ts'
import { useDomainFilters, type ExpiryChoice, expiryChoices } from '../domains/domains-state.ts'
import { useServerFilters } from '../servers/servers-state.ts'

export interface AttentionAction {
  label: string
  run: () => unknown
}

/** The one action that leads to where an item can be dealt with. */
export function useAttentionAction(): (item: Attention) => AttentionAction {
  const { t } = useI18n()
  const router = useRouter()
  const sync = useSync()
  const domains = useDomainFilters()
  const servers = useServerFilters()

  const openAccount = (accountId: string) => router.push({ name: 'account', params: { accountId } })

  function showDomains(only: Parameters<typeof domains.show>[0]): unknown {
    domains.show(only)
    return router.push({ name: 'domains' })
  }

  function showServers(only: Parameters<typeof servers.show>[0]): unknown {
    servers.show(only)
    servers.sort = 'expiry'
    servers.isDescending = false
    return router.push({ name: 'servers' })
  }

  /** The shortest choice of the list's filter that holds so many days. */
  function choiceFor(days: number): ExpiryChoice {
    return expiryChoices.find((choice) => Number(choice) >= days) ?? 'any'
  }

  return (item) => {
    switch (item.kind) {
      case 'key_state':
      case 'key_expires':
        return { label: t('overview.actions.key'), run: () => openAccount(item.accountId) }
      case 'sync_failed':
        return { label: t('overview.actions.account'), run: () => openAccount(item.accountId) }
      case 'stale':
        return { label: t('overview.actions.sync'), run: () => sync.start([item.accountId]) }
      case 'shared_domains':
        return { label: t('overview.actions.merge'), run: () => openAccount(item.accountId) }
      case 'domains_expired':
        return { label: t('overview.actions.domains'), run: () => showDomains({ statuses: ['expired'] }) }
      case 'domains_expiring':
        return { label: t('overview.actions.domains'), run: () => showDomains({ expiry: choiceFor(item.days) }) }
      case 'domains_pending':
        return { label: t('overview.actions.domains'), run: () => showDomains({ statuses: [item.status] }) }
      case 'servers_pending':
        return { label: t('overview.actions.servers'), run: () => showServers({ statuses: [item.status] }) }
      case 'servers_expiring':
        return { label: t('overview.actions.servers'), run: () => showServers({}) }
    }
  }
}
