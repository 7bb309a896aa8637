import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Job } from '#shared/ipc/jobs.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'

/** Jobs for the whole window: those that are not ended, and the newest ended ones; newest first. */
export const useJobs = defineStore('jobs', () => {
  /** Null until they are loaded. */
  const all = shallowRef<Job[] | null>(null)
  const open = computed(() => (all.value ?? []).filter(({ state }) => state !== 'ended'))
  const byId = (jobId: string) => all.value?.find(({ id }) => id === jobId) ?? null

  let isListening = false
  async function listen(): Promise<void> {
    if (!isListening)
      onMainEvent('jobs.changed', ({ jobs }) => {
        all.value = jobs
      })
    isListening = true
    all.value = await mainCommands.jobs.list(null)
  }

  return { all, open, byId, listen }
})
