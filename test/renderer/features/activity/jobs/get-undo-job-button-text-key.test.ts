import { expect, test } from 'vitest'
import { getUndoJobButtonTextKey } from '#renderer/features/activity/jobs/get-undo-job-button-text-key.ts'
import { i18n } from '#renderer/text/i18n.ts'

test('The button that undoes a new site says that it undoes only the changes of the zone', () => {
  i18n.global.locale.value = 'en'
  expect(i18n.global.t(getUndoJobButtonTextKey({ kind: 'new_site' }))).toBe('Undo the changes of the zone…')
  expect(i18n.global.t(getUndoJobButtonTextKey({ kind: 'domain_changes' }))).toBe('Undo…')
})
