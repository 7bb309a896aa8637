import { z } from 'zod'
import { AppError, isAppError } from '#shared/app-error.ts'
import { minuteMs } from '#shared/durations.ts'
import { getRequestStateOfError } from '#shared/error-kinds.ts'
import type { Clock } from '#main/clock.ts'
import type { JobKindImplementation } from '#main/jobs/job-kind-interface.ts'

const inputSchema = z.object({ hosts: z.array(z.string()) })
const progressSchema = z.object({
  done: z.array(z.string()),
  sending: z.object({ host: z.string(), at: z.number() }).nullable(),
})
export type AddHostsInput = z.infer<typeof inputSchema>
export type AddHostsProgress = z.infer<typeof progressSchema>

/** A small kind of job for the tests of the runner: it adds A records, and never adds one twice. */
export function createAddHostsJobKind(
  clock: Pick<Clock, 'now'>,
): JobKindImplementation<AddHostsInput, AddHostsProgress> {
  return {
    input: inputSchema,
    progress: progressSchema,
    limitClass: 'domain',
    async run({ accountId, domain, input, progress }, { api, signal, isCancelled, saveProgress, showChecking }) {
      const done = [...(progress?.done ?? [])]
      const call = { accountId, priority: 'job' } as const
      const lost = progress?.sending
      if (lost) {
        showChecking()
        const { data } = await api.call({ ...call, endpoint: 'domain.dns', input: { domain_name: domain } })
        if (data.records.some(({ host }) => host === lost.host)) done.push(lost.host)
        else if (clock.now() < lost.at + 5 * minuteMs) return { state: 'checking', runAgainInMs: 5 * minuteMs }
        saveProgress({ done, sending: null })
      }
      for (const host of input.hosts.filter((name) => !done.includes(name))) {
        if (isCancelled()) return { state: 'cancelled' }
        if (signal.aborted) throw new AppError('cancelled', 'Stopped')
        const onSending = () => saveProgress({ done, sending: { host, at: clock.now() } })
        try {
          const added = { type: 'A', host, content: '192.0.2.1', ttl: 3600, priority: 0 } as const
          await api.call({ ...call, onSending, endpoint: 'domain.addRecord', input: { domain_name: domain, ...added } })
        } catch (error) {
          const state = isAppError(error) ? getRequestStateOfError(error) : null
          if (state === 'unanswered' || state === 'unclear') return { state: 'checking', runAgainInMs: 5 * minuteMs }
          saveProgress({ done, sending: null })
          throw error
        }
        done.push(host)
        saveProgress({ done, sending: null })
      }
      return { state: 'done' }
    },
    mayUndo: () => false,
    toShownFields: ({ input, progress }) => ({
      changes: input.hosts.map((host) => ({
        change: { kind: 'add', after: { type: 'A', host, content: '192.0.2.1', ttl: 3600, priority: 0 } },
        result: progress?.done.includes(host) ? 'done' : progress?.sending?.host === host ? 'unknown' : 'waiting',
      })),
      snapshotId: null,
      unconfirmed: progress?.sending ? { isAnswered: false, error: null } : null,
    }),
  }
}
