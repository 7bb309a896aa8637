import { computed, type WatchSource } from 'vue'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useJobs } from '#renderer/stores/jobs.ts'

/**
 * One job. If the list of jobs does not contain it, because it ended long ago, it is loaded by its ID, again on each
 * `reloadOn`: a later job may finish its items, and an account may be removed.
 */
export function useJob(jobId: string, reloadOn: WatchSource) {
  const jobs = useJobs()
  const unlisted = useAsyncData(() => mainCommands.jobs.get({ jobId }), { reloadOn: [reloadOn] })
  return computed(() => jobs.byId(jobId) ?? unlisted.data.value)
}
