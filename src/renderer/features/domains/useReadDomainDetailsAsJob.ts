import { useMessage } from 'naive-ui'
import { h } from 'vue'
import { useI18n } from 'vue-i18n'
import { toAppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useShowMessageWithUndoPlan } from '#renderer/features/change-plans/useShowMessageWithUndoPlan.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import DomainReadingCostDialogContent from './DomainReadingCostDialogContent.vue'
import { countReadableDomains, mayLeaveOutRecentlyReadDomains } from './summarize-domain-reading-cost.ts'
import { useDescribeDomainsThatCannotBeReadNow } from './useDescribeDomainsThatCannotBeReadNow.ts'

type StartedReading = CommandOutput<'domainReading.start'>

/** Asks the user to confirm the cost, and then starts a job that reads the details of domains again. */
export function useReadDomainDetailsAsJob() {
  const { t, locale } = useI18n()
  const message = useMessage()
  const describeNotes = useDescribeDomainsThatCannotBeReadNow()
  const jobs = useJobs()
  const showMessage = useShowMessageWithUndoPlan()
  const formatNumber = (n: number): string => n.toLocaleString(locale.value)

  async function readDomains(rows: readonly Pick<DomainRow, 'accountId' | 'name'>[]): Promise<void> {
    const domains = rows.map(({ accountId, name }) => ({ accountId, name }))
    const estimate = await mainCommands.domainReading.estimate({ domains }).catch((thrown: unknown) => {
      message.error(describeError(toAppError(thrown)).title)
      return null
    })
    if (estimate === null) return
    if (countReadableDomains(estimate) === 0) {
      const text = joinSentences([t('domainReading.nothing'), ...describeNotes(estimate, false)])
      message.warning(text, { duration: 12_000, closable: true })
      return
    }
    let leavesOutFresh = mayLeaveOutRecentlyReadDomains(estimate)
    const started: { job: StartedReading | null } = { job: null }
    const isConfirmed = await confirm({
      title: t('domainReading.title', domains.length),
      body: h(DomainReadingCostDialogContent, {
        firstEstimate: estimate,
        domains,
        onLeaveOutFresh: (isOn: boolean) => void (leavesOutFresh = isOn),
      }),
      action: t('domainReading.action'),
      work: async () => {
        started.job = await mainCommands.domainReading.start({ domains, leavesOutFresh })
      },
    })
    if (isConfirmed && started.job !== null) showStarted(started.job)
  }

  function showStarted({ jobId, domains }: StartedReading): void {
    if (jobId === null) return void message.info(t('domainReading.nothing'))
    showMessage('info', {
      text: t('domainReading.started', { n: formatNumber(domains) }, domains),
      undo: null,
      link: { text: t('activity.job.show'), to: { name: 'activity-job', params: { jobId } } },
      // A message of the window says how the job ended.
      isSuperseded: () => jobs.byId(jobId)?.state === 'ended',
    })
  }

  return { readDomains }
}
