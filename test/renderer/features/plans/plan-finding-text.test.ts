import { expect, test } from 'vitest'
import { planWarningCodes } from '#shared/dns/plan-finding-codes.ts'
import { recordErrorCodes, recordWarningCodes } from '#shared/dns/record-finding-codes.ts'
import { entryErrorCodes, fileErrorCodes, fileWarningCodes } from '#shared/dns/zone-file/zone-file-finding-codes.ts'
import { planCsvProblems, settingFindingCodes } from '#shared/ipc/plans.ts'
import { planFindingText, planLineText } from '#renderer/features/plans/plan-finding-text.ts'
import { i18n } from '#renderer/text/i18n.ts'

i18n.global.locale.value = 'en'
const { t, te } = i18n.global

test('Every finding of a plan and of the lines of its file has a text', () => {
  const keys: string[] = []
  const keyOf = (key: string) => (keys.push(key), key)
  for (const code of planWarningCodes) planFindingText({ scope: 'plan', code, values: {} }, keyOf)
  for (const code of settingFindingCodes) planFindingText({ scope: 'setting', code, values: {} }, keyOf)
  for (const code of [...recordErrorCodes, ...recordWarningCodes])
    planFindingText({ scope: 'record', code, values: {} }, keyOf)
  const line = { line: 1, text: '', severity: 'error', values: {} } as const
  for (const code of planCsvProblems) planLineText({ ...line, code }, 'csv', keyOf)
  for (const code of [...fileErrorCodes, ...entryErrorCodes, ...fileWarningCodes, ...recordErrorCodes])
    planLineText({ ...line, code }, 'zone_file', keyOf)
  expect(keys.length).toBeGreaterThan(100)
  expect(keys.filter((key) => !te(key))).toEqual([])
})

test('A finding names the Whois field and the status in the language of the app', () => {
  const finding = { scope: 'setting', values: { field: 'city' } } as const
  expect(planFindingText({ ...finding, code: 'whoisFieldEmpty' }, t)).toBe(
    'City must not be empty while Whois privacy is off.',
  )
  expect(planFindingText({ ...finding, code: 'domainNotActive', values: { status: 'expired' } }, t)).toBe(
    'The status of the domain is Expired. Only settings of active domains can be changed.',
  )
})
