import { expect, test } from 'vitest'
import { getJobItemStateTextKey } from '#renderer/features/activity/jobs/get-job-item-state-text-key.ts'
import { translateJobCsvLabels } from '#renderer/features/activity/jobs/translate-job-csv-labels.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each([
  ['en', 'Waiting', 'Stopping'],
  ['ja', '待機中', '停止処理中'],
] as const)('An open item of a cancelled job is not called waiting, also in the CSV (%s)', (language, waits, stops) => {
  const t = setMessageLanguage(language)
  expect(t(getJobItemStateTextKey('waiting', false))).toBe(waits)
  expect(t(getJobItemStateTextKey('waiting', true))).toBe(stops)
  expect(translateJobCsvLabels(t)['state.waiting']).toBe(waits)
  expect(translateJobCsvLabels(t, true)['state.waiting']).toBe(stops)
})
