import { expect, test } from 'vitest'
import { formatErrorMessageForCsv } from '#main/change-log/format-error-message-for-csv.ts'
import type { WireError } from '#shared/app-error.ts'
import { shownChangeResults } from '#shared/ipc/change-log.ts'
import { shownJobChangeResults } from '#shared/ipc/get-shown-result-of-job-change.ts'
import { translateChangeLogCsvLabels } from '#renderer/features/activity/change-log/translate-change-log-csv-labels.ts'
import { translateJobCsvLabels } from '#renderer/features/activity/jobs/translate-job-csv-labels.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

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

test.each(['en', 'ja'] as const)(
  'A CSV says of a 5xx, as the window does, that the service failed (%s)',
  (language) => {
    i18n.global.locale.value = language
    const { t } = i18n.global
    const ofStatus = (status: number): WireError => ({ kind: 'service', message: '', status, details: {} })
    for (const labels of [translateChangeLogCsvLabels(t), translateJobCsvLabels(t)]) {
      for (const status of [500, 502, 503])
        expect(formatErrorMessageForCsv(ofStatus(status), labels)).toBe(describeError(ofStatus(status)).title)
      expect(formatErrorMessageForCsv(ofStatus(400), labels)).toBe(describeError(ofStatus(400)).title)
    }
  },
)
