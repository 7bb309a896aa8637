import { CloudOff, Globe, Languages, LayoutDashboard, Moon, Plus, ReceiptJapaneseYen, RefreshCw, ScrollText, Server, Settings, Sun, Wifi, X } from '@lucide/vue'
import { computed, type Component, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { areas, type AreaName } from '../../router.ts'
import { useAccounts } from '../../shell/accounts-state.ts'
import { useAppState } from '../../shell/app-state.ts'
import { useSync } from '../../shell/sync-state.ts'

export interface PaletteCommand {
  key: string
  title: string
  icon: Component
  run: () => unknown
}

const areaIcons: Record<AreaName, Component> = { overview: LayoutDashboard, domains: Globe, servers: Server, orders: ReceiptJapaneseYen, logs: ScrollText, settings: Settings }

/** What can be done from anywhere, in the state the app is in. */
export function usePaletteCommands(): ComputedRef<PaletteCommand[]> {
  const { t } = useI18n()
  const router = useRouter()
  const appState = useAppState()
  const accounts = useAccounts()
  const sync = useSync()

  return computed(() => {
    const isJapanese = appState.language === 'ja'
    const goTo = areas.map((area): PaletteCommand => ({
      key: `go-${area}`,
      title: t('search.command.goTo', { area: t(`shell.${area}`) }),
      icon: areaIcons[area],
      run: () => router.push({ name: area }),
    }))
    const syncing: PaletteCommand[] = sync.isRunning
      ? [{ key: 'cancel-sync', title: t('search.command.cancelSync'), icon: X, run: () => sync.cancel(null) }]
      : [{ key: 'sync-all', title: t('search.command.syncAll'), icon: RefreshCw, run: () => sync.start(null) }]
    const maySync = !appState.isOffline && accounts.accounts.length > 0
    return [
      ...goTo,
      ...(maySync ? syncing : []),
      { key: 'add-account', title: t('search.command.addAccount'), icon: Plus, run: () => router.push({ name: 'account-new' }) },
      appState.isOffline
        ? { key: 'go-online', title: t('search.command.goOnline'), icon: Wifi, run: () => appState.saveSettings({ isOffline: false }) }
        : { key: 'go-offline', title: t('search.command.goOffline'), icon: CloudOff, run: () => appState.saveSettings({ isOffline: true }) },
      appState.isDark
        ? { key: 'theme', title: t('search.command.themeLight'), icon: Sun, run: () => appState.saveSettings({ theme: 'light' }) }
        : { key: 'theme', title: t('search.command.themeDark'), icon: Moon, run: () => appState.saveSettings({ theme: 'dark' }) },
      {
        key: 'language',
        title: isJapanese ? t('search.command.languageEn') : t('search.command.languageJa'),
        icon: Languages,
        run: () => appState.saveSettings({ language: isJapanese ? 'en' : 'ja' }),
      },
    ]
  })
}
