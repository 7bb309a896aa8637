import { expect, test } from 'vitest'
import { listShownHealthIcons } from '#renderer/ui/status/account-health-icons.ts'

test('The icons of an account show that it waits, also beside a problem, and no wait of a paused account', () => {
  expect(listShownHealthIcons('good', false)).toEqual([])
  expect(listShownHealthIcons('good', true)).toEqual(['waiting'])
  expect(listShownHealthIcons('attention', true)).toEqual(['waiting', 'attention'])
  expect(listShownHealthIcons('failing', false)).toEqual(['failing'])
  expect(listShownHealthIcons('paused', true)).toEqual(['paused'])
})
