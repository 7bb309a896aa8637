import { expect, onTestFinished, test } from 'vitest'
import type { Job } from '#shared/ipc/jobs.ts'
import { useJobActions } from '#renderer/features/activity/jobs/useJobActions.ts'
import { useJobs } from '#renderer/stores/jobs.ts'
import { currentConfirmation } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const running = {
  id: 'job',
  kind: 'domain_changes',
  state: 'running',
  subject: { sourceKind: 'records', domains: 1, firstDomain: 'one.example', template: null },
} as Job

test('The question whether to cancel a job offers nothing to cancel once the job has ended', async () => {
  setMessageLanguage('en')
  const { made, leave } = runInSetup(() => ({ jobs: useJobs(), actions: useJobActions() }))
  onTestFinished(leave)
  made.jobs.all = [running]
  const cancelled = made.actions.cancel(running)
  const question = () => {
    const { body, hasEffect } = currentConfirmation.value ?? {}
    return [typeof body === 'function' ? body() : body, hasEffect?.()]
  }
  expect(question()).toEqual([expect.stringContaining('will not be sent'), true])
  made.jobs.all = [{ ...running, state: 'ended' }]
  expect(question()).toEqual(['The job has ended. There is nothing left to cancel.', false])
  currentConfirmation.value?.answer(false)
  await cancelled
})
