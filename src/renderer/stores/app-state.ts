import { usePreferredDark } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { toWireError } from '#shared/app-error.ts'
import { defaultSettings, type AppState, type Settings } from '#shared/ipc/app-state-and-settings.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'

const beforeStart: AppState = {
  version: '',
  platform: '',
  profile: '',
  systemLanguage: navigator.language.startsWith('ja') ? 'ja' : 'en',
  settings: defaultSettings,
  unreadableSettings: [],
  keychain: { state: 'ready', error: null },
  databaseError: null,
  databaseRebuild: null,
  databaseRebuiltAt: null,
  isUnreachable: false,
  reconnections: 0,
  clockDifferenceMs: null,
  ipBlocks: [],
  refusedKeysHolds: [],
}

/** A message that stays visible until the user closes it. `accountId` null: it is about no account. */
interface Notice {
  /** Returns the message in the current language, which may change while the notice is shown. */
  sentence: () => string
  accountId: string | null
}

/** The app state as the main process last sent it: settings, keychain, database, reachability. */
export const useAppState = defineStore('app', () => {
  const state = shallowRef<AppState>(beforeStart)
  const prefersDark = usePreferredDark()
  /** How often the user resumed calls that were on hold to protect the IP address. */
  const resumes = ref(0)
  /** Oldest first, at most one per account, so that no notice replaces an unread one about something else. */
  const notices = shallowRef<Notice[]>([])

  const settings = computed(() => state.value.settings)
  const isOffline = computed(() => settings.value.isOffline)
  /** Without the keychain, the app can read no key and make no call. */
  const hasKeychain = computed(() => state.value.keychain.state === 'ready')
  const language = computed(() =>
    settings.value.language === 'system' ? state.value.systemLanguage : settings.value.language,
  )
  const isDark = computed(() =>
    settings.value.theme === 'system' ? prefersDark.value : settings.value.theme === 'dark',
  )

  /** How often main has sent a new state. */
  let changes = 0

  /** If main does not answer, the error is shown in the same way as a database error, with "Try again". */
  async function start(): Promise<void> {
    onMainEvent('app.changed', (changed) => {
      changes += 1
      state.value = changed
    })
    try {
      await refresh()
    } catch (thrown) {
      state.value = { ...state.value, databaseError: toWireError(thrown) }
    }
  }

  async function saveSettings(changed: Partial<Settings>): Promise<void> {
    const saved = await mainCommands.app.saveSettings(changed)
    state.value = { ...state.value, settings: saved, ...('isOffline' in changed && { unreadableSettings: [] }) }
  }

  async function refresh(): Promise<void> {
    const changesBefore = changes
    const read = await mainCommands.app.state(null)
    // An event that arrived since the request is newer than the answer.
    if (changes === changesBefore) state.value = read
  }

  /** Asks main whether the keychain opens now. */
  async function checkKeychain(): Promise<void> {
    await mainCommands.app.checkKeychain(null)
    await refresh()
  }

  async function resumeCalls(): Promise<void> {
    await mainCommands.app.resumeCalls(null)
    resumes.value += 1
  }

  function showNotice(sentence: () => string, accountId: string | null = null): void {
    closeNotice(accountId)
    notices.value = [...notices.value, { sentence, accountId }]
  }

  function closeNotice(accountId: string | null): void {
    notices.value = notices.value.filter((notice) => notice.accountId !== accountId)
  }

  return {
    state,
    settings,
    isOffline,
    hasKeychain,
    language,
    isDark,
    resumes,
    notices,
    start,
    saveSettings,
    refresh,
    checkKeychain,
    resumeCalls,
    showNotice,
    closeNotice,
  }
})
