import { expect, test } from 'vitest'
import { shownChangeResults } from '#shared/ipc/change-log.ts'
import { shownJobChangeResults } from '#shared/ipc/get-shown-result-of-job-change.ts'
import { translateChangeLogCsvLabels } from '#renderer/features/activity/change-log/translate-change-log-csv-labels.ts'
import { translateJobCsvLabels } from '#renderer/features/activity/jobs/translate-job-csv-labels.ts'
import { i18n } from '#renderer/text/i18n.ts'

test.each(['en', 'ja'] as const)(
  'Every result that a CSV of changes may contain is written as on the screen (%s)',
  (language) => {
    i18n.global.locale.value = language
    const { t, te } = i18n.global
    for (const [labels, results] of [
      [translateChangeLogCsvLabels(t), shownChangeResults],
      [translateJobCsvLabels(t), shownJobChangeResults],
    ] as const)
      for (const result of results) {
        expect(te(`activity.result.${result}`)).toBe(true)
        expect(labels[`result.${result}`]).toBe(t(`activity.result.${result}`))
      }
  },
)
