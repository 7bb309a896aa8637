import { useRouter } from 'vue-router'
import type { ExpiryFilterChoice } from '#shared/expiry-filter-choices.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useOrderFilters } from '#renderer/stores/order-filters.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'

/**
 * When the user clicks a notification or an item of the tray menu, opens the page it links to. This also works when
 * that click opened the window.
 */
export function useOpenPageLinksFromMain(): void {
  const router = useRouter()
  const accounts = useAccounts()
  const domains = useDomainFilters()
  const servers = useServerFilters()
  const orders = useOrderFilters()

  /** Selects the accounts and sets the filters of the link, so that the page shows exactly its rows. */
  function open(link: PageLink): unknown {
    switch (link.page) {
      case 'domains':
      case 'servers': {
        const filters = link.page === 'domains' ? domains : servers
        const { statuses, expiresWithinDays } = link
        accounts.selectForLink(link.accountIds)
        filters.replaceFilters({
          statuses,
          ...(expiresWithinDays !== null && { expiry: `${expiresWithinDays}` satisfies ExpiryFilterChoice }),
        })
        return router.push({ name: link.page })
      }
      case 'orders':
        accounts.selectForLink(null)
        orders.replaceFilters(
          link.show === 'all'
            ? {}
            : link.show === 'stopped'
              ? { waitsFor: 'stopped' }
              : { statuses: [link.show === 'to_decide' ? 'needs_you' : link.show] },
        )
        return router.push({ name: 'orders' })
      case 'account':
        return router.push({ name: 'account', params: { accountId: link.accountId } })
      case 'overview':
        accounts.selectForLink(link.accountIds)
        return router.push({ name: 'overview' })
    }
  }

  async function openWaitingLink(): Promise<void> {
    // Without an answer, the window stays as it is.
    const link = await mainCommands.app.takePageLink(null).catch(() => null)
    if (link) await open(link)
  }

  useIpcEvent('app.pageLinkReady', () => void openWaitingLink())
  void openWaitingLink()
}
