import { expect, test } from 'vitest'
import { pendingDomainStatuses } from '#shared/pending-statuses.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['en', /failed transfer/],
  ['ja', /失敗した移管|移管に失敗/],
] as const)(
  'The texts about lists that are read between syncs name failed transfers, which count, too (%s)',
  (language, failed) => {
    expect(pendingDomainStatuses).toContain('transfer_action_required')
    const says = setMessageLanguage(language)
    for (const key of ['readingPlan.procedures', 'readingPlan.reasons.pending', 'syncSchedule.intervalHint'])
      expect(says(key)).toMatch(failed)
    setMessageLanguage('en')
  },
)
