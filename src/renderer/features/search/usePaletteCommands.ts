import {
  ArrowRightLeft,
  Bookmark,
  ChartColumn,
  CircleSlash,
  CloudOff,
  Contact,
  FileSpreadsheet,
  Languages,
  ListPlus,
  Moon,
  Plus,
  RefreshCw,
  RotateCw,
  SearchCheck,
  Server,
  ShoppingCart,
  Sun,
  Waypoints,
  Wifi,
  X,
} from '@lucide/vue'
import { computed, type Component, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { goneStatus } from '#shared/ipc/inventory.ts'
import { areaIcons } from '#renderer/area-icons.ts'
import { areas, getAreaRoute } from '#renderer/app-areas-and-routes.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useSyncObstacle } from '#renderer/composables/useSyncObstacle.ts'
import { useAccountIdsReadyToSync } from '#renderer/composables/useAccountIdsReadyToSync.ts'
import { useShownDomainOrServerAsRecordTarget } from '#renderer/composables/useShownDomainOrServerAsRecordTarget.ts'
import { useShowDomainsPointingTo } from '#renderer/composables/useShowDomainsPointingTo.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import { useSavedViews } from '#renderer/stores/saved-views.ts'
import { useDomainFilters } from '#renderer/stores/domain-filters.ts'
import { useServerFilters } from '#renderer/stores/server-filters.ts'
import { useSyncProgress } from '#renderer/stores/sync-progress.ts'
import { describeMissingAccountsOfView } from '#renderer/features/list-tools/describe-missing-accounts-of-saved-view.ts'
import { usePaletteCommandTitles } from './usePaletteCommandTitles.ts'

export interface PaletteCommand {
  key: string
  /** In the current language. */
  title: string
  /** The title in all languages, because the search finds a command in any language. */
  titles: readonly string[]
  /** Other words that find the command, in all languages. */
  words: string
  icon: Component
  run: () => unknown
}

/**
 * The commands that are available in the current state of the app, sorted by how often they are used. `showWarning`:
 * shows a sentence for some seconds.
 */
export function usePaletteCommands(showWarning: (sentence: string) => void): ComputedRef<PaletteCommand[]> {
  const { t } = useI18n()
  const router = useRouter()
  const appState = useAppState()
  const accounts = useAccounts()
  const sync = useSyncProgress()
  const saved = useSavedViews()
  const domainFilters = useDomainFilters()
  const serverFilters = useServerFilters()
  const { titled, words, areaTitled, pageTitled, customersTitled, pageNames } = usePaletteCommandTitles()
  const shown = useShownDomainOrServerAsRecordTarget()
  const showPointingZones = useShowDomainsPointingTo()
  const findSyncObstacle = useSyncObstacle()
  const idle = useAccountIdsReadyToSync('all')
  const idleSelected = useAccountIdsReadyToSync('selected')

  return computed(() => {
    const isJapanese = appState.language === 'ja'
    const hasAccounts = accounts.accounts.length > 0
    const goTo = areas.map((area): PaletteCommand => ({
      key: `go-${area}`,
      ...areaTitled(area),
      words: '',
      icon: areaIcons[area],
      run: () => router.push(getAreaRoute(area)),
    }))
    const buying: PaletteCommand[] = [
      {
        key: 'renew',
        ...titled('renew'),
        words: `${words('renew')} ${pageNames('orders-renew')}`,
        icon: RotateCw,
        run: () => router.push({ name: 'orders-renew' }),
      },
      {
        key: 'acquire',
        ...titled('acquire'),
        words: `${words('acquire')} ${pageNames('orders-acquire')}`,
        icon: ShoppingCart,
        run: () => router.push({ name: 'orders-acquire' }),
      },
      {
        key: 'transfer',
        ...titled('transfer'),
        words: `${words('transfer')} ${pageNames('orders-transfer')}`,
        icon: ArrowRightLeft,
        run: () => router.push({ name: 'orders-transfer' }),
      },
      {
        key: 'order-server',
        ...titled('orderServer'),
        words: `${words('orderServer')} ${pageNames('orders-server')}`,
        icon: Server,
        run: () => router.push({ name: 'orders-server' }),
      },
    ]
    const changing: PaletteCommand = {
      key: 'csv-changes',
      ...titled('csvChanges'),
      words: words('csvChanges'),
      icon: FileSpreadsheet,
      run: () => router.push({ name: 'csv-changes' }),
    }
    const reports: PaletteCommand[] = [
      {
        key: 'go-customers',
        ...customersTitled(),
        words: words('customers'),
        icon: Contact,
        run: () => router.push({ name: 'customers' }),
      },
      {
        key: 'go-orders-spending',
        ...pageTitled('orders-spending'),
        words: '',
        icon: ChartColumn,
        run: () => router.push({ name: 'orders-spending' }),
      },
    ]
    const externalPurchases: PaletteCommand = {
      key: 'go-orders-external-purchases',
      ...pageTitled('orders-external-purchases'),
      words: '',
      icon: SearchCheck,
      run: () => router.push({ name: 'orders-external-purchases' }),
    }
    const { selectedIds } = accounts
    const selected: PaletteCommand[] =
      selectedIds === null || findSyncObstacle(idleSelected.value) !== null
        ? []
        : [
            {
              key: 'sync-selected',
              ...titled('syncSelected'),
              words: words('sync'),
              icon: RefreshCw,
              run: () => sync.start(idleSelected.value),
            },
          ]
    const syncing: PaletteCommand[] = [
      ...selected,
      ...(findSyncObstacle(idle.value) === null
        ? [
            {
              key: 'sync-all',
              ...titled('syncAll'),
              words: words('sync'),
              icon: RefreshCw,
              run: () => sync.start(sync.isRunning ? idle.value : null),
            },
          ]
        : []),
      ...(sync.isRunning
        ? [{ key: 'cancel-sync', ...titled('cancelSync'), words: words('sync'), icon: X, run: () => sync.cancel(null) }]
        : []),
    ]
    const gone: PaletteCommand[] = [
      {
        key: 'gone-domains',
        ...titled('goneDomains'),
        words: words('gone'),
        icon: CircleSlash,
        run() {
          domainFilters.replaceFilters({ statuses: [goneStatus] })
          return router.push({ name: 'domains' })
        },
      },
      {
        key: 'gone-servers',
        ...titled('goneServers'),
        words: words('gone'),
        icon: CircleSlash,
        run() {
          serverFilters.replaceFilters({ statuses: [goneStatus] })
          return router.push({ name: 'servers' })
        },
      },
    ]
    const pointing: PaletteCommand[] =
      shown.value === null
        ? []
        : [
            {
              key: 'pointing-zones',
              ...titled('pointingZones', { target: decodePunycode(shown.value.name) ?? shown.value.name }),
              words: words('pointingZones'),
              icon: Waypoints,
              run: () => shown.value && showPointingZones(shown.value.filter),
            },
          ]
    const views: PaletteCommand[] = saved.views
      .filter(({ content }) => content !== null)
      .map((view) => ({
        key: `view-${view.id}`,
        ...titled(view.list === 'domains' ? 'openDomainView' : 'openServerView', { name: view.name }),
        words: words('view'),
        icon: Bookmark,
        run() {
          const missing = describeMissingAccountsOfView(saved.apply(view), t, appState.language)
          if (missing !== null) showWarning(missing)
          return router.push({ name: view.list })
        },
      }))
    return [
      ...pointing,
      ...(hasAccounts ? [...buying, changing, ...views] : []),
      ...(hasAccounts && !appState.isOffline ? syncing : []),
      {
        key: 'add-account',
        ...titled('addAccount'),
        words: '',
        icon: Plus,
        run: () => router.push({ name: 'account-new' }),
      },
      {
        key: 'paste-accounts',
        ...titled('pasteAccounts'),
        words: words('pasteAccounts'),
        icon: ListPlus,
        run: () => router.push({ name: 'accounts-paste' }),
      },
      ...goTo,
      ...reports,
      ...(hasAccounts ? [externalPurchases, ...gone] : []),
      appState.isOffline
        ? {
            key: 'go-online',
            ...titled('goOnline'),
            words: words('network'),
            icon: Wifi,
            run: () => appState.saveSettings({ isOffline: false }),
          }
        : {
            key: 'go-offline',
            ...titled('goOffline'),
            words: words('network'),
            icon: CloudOff,
            run: () => appState.saveSettings({ isOffline: true }),
          },
      appState.isDark
        ? {
            key: 'theme',
            ...titled('themeLight'),
            words: words('theme'),
            icon: Sun,
            run: () => appState.saveSettings({ theme: 'light' }),
          }
        : {
            key: 'theme',
            ...titled('themeDark'),
            words: words('theme'),
            icon: Moon,
            run: () => appState.saveSettings({ theme: 'dark' }),
          },
      {
        key: 'language',
        title: t(isJapanese ? 'search.command.languageEn' : 'search.command.languageJa'),
        titles: [t('search.command.languageEn'), t('search.command.languageJa')],
        words: words('language'),
        icon: Languages,
        run: () => appState.saveSettings({ language: isJapanese ? 'en' : 'ja' }),
      },
    ]
  })
}
