import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { SyncProgress } from '#shared/ipc/sync.ts'
import { app, onEvent } from '../client.ts'

/** The running sync of every account. */
export const useSync = defineStore('sync', () => {
  const progress = shallowRef<SyncProgress[]>([])

  const byAccount = computed(() => new Map(progress.value.map((each) => [each.accountId, each])))
  const running = computed(() => progress.value.filter((each) => each.state === 'lists' || each.state === 'details'))
  const isRunning = computed(() => running.value.length > 0)

  /** Null: all accounts. */
  async function start(accountIds: string[] | null): Promise<void> {
    await app.sync.start({ accountIds })
  }

  /** What a new account or key shows is read at once, where it can be; what fails is told by the account's health. */
  function startFirst(accountId: string, isOffline: boolean): void {
    if (!isOffline) start([accountId]).catch(() => undefined)
  }

  async function cancel(accountIds: string[] | null): Promise<void> {
    await app.sync.cancel({ accountIds })
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

  return { progress, byAccount, running, isRunning, start, startFirst, cancel, listen }
})
