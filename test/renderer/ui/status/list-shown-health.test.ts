import { expect, test } from 'vitest'
import { listShownHealth } from '#renderer/ui/status/account-health-icons.ts'

test('The icons of an account show that it waits, also beside a problem, and no wait of a paused account', () => {
  expect(listShownHealth('good', false)).toEqual([])
  expect(listShownHealth('good', true)).toEqual(['waiting'])
  expect(listShownHealth('attention', true)).toEqual(['waiting', 'attention'])
  expect(listShownHealth('failing', false)).toEqual(['failing'])
  expect(listShownHealth('paused', true)).toEqual(['paused'])
})
