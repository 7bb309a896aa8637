import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppError } from '#shared/app-error.ts'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { app, onEvent } from '#renderer/ipc-client.ts'
import { toAppError } from '#renderer/composables/useAsyncData.ts'
import { isSyncing } from './summarize-sync.ts'

/** The running sync of every account. */
export const useSync = defineStore('sync', () => {
  const progress = shallowRef<SyncProgress[]>([])

  const byAccount = computed(() => new Map(progress.value.map((each) => [each.accountId, each])))
  const running = computed(() => progress.value.filter(isSyncing))
  const isRunning = computed(() => running.value.length > 0)

  /** Why the newest order to start or cancel was not taken; the top bar shows it, wherever the order came from. */
  const error = shallowRef<AppError | null>(null)

  async function order(work: () => Promise<unknown>): Promise<void> {
    error.value = null
    try {
      await work()
    } catch (thrown) {
      error.value = toAppError(thrown)
    }
  }

  /** Null: all accounts. */
  function start(accountIds: string[] | null): Promise<void> {
    return order(() => app.sync.start({ accountIds }))
  }

  /** What a new account or key shows is read at once, where it can be; what fails is told by the account's health. */
  function startFirst(accountId: string, isOffline: boolean): void {
    if (!isOffline) app.sync.start({ accountIds: [accountId] }).catch(() => undefined)
  }

  function cancel(accountIds: string[] | null): Promise<void> {
    return order(() => app.sync.cancel({ accountIds }))
  }

  let isListening = false
  async function listen(): Promise<void> {
    if (!isListening) {
      onEvent('sync.changed', (changed) => {
        progress.value = changed
      })
    }
    isListening = true
    progress.value = await app.sync.progress(null)
  }

  return { progress, byAccount, running, isRunning, error, start, startFirst, cancel, listen }
})
