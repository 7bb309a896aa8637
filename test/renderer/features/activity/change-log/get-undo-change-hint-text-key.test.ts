import { expect, test } from 'vitest'
import type { LoggedChange } from '#shared/ipc/change-log.ts'
import { getUndoChangeHintTextKey } from '#renderer/features/activity/change-log/get-undo-change-hint-text-key.ts'
import { i18n } from '#renderer/text/i18n.ts'

test.each<[LoggedChange['kind'], RegExp]>([
  ['change', /Other changes of example\.com stay\.$/],
  ['nameservers', /Other changes of example\.com stay, except later ones of the same values\.$/],
  ['lock', /Other changes of example\.com stay, except later ones of the same values\.$/],
  ['whois', /Other changes of example\.com stay, except later ones of the same values\.$/],
])('The hint for the undo of a change of kind %s says which later changes stay', (kind, text) => {
  i18n.global.locale.value = 'en'
  expect(i18n.global.t(getUndoChangeHintTextKey({ kind }), { domain: 'example.com' })).toMatch(text)
})
