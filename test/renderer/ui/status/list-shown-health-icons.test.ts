import { expect, test } from 'vitest'
import { listShownHealthIconNames } from '#renderer/ui/status/account-health-icons.ts'

test('The icons of an account show that it waits, also beside a problem, and no wait of a paused account', () => {
  expect(listShownHealthIconNames('good', false)).toEqual([])
  expect(listShownHealthIconNames('good', true)).toEqual(['waiting'])
  expect(listShownHealthIconNames('attention', true)).toEqual(['waiting', 'attention'])
  expect(listShownHealthIconNames('failing', false)).toEqual(['failing'])
  expect(listShownHealthIconNames('paused', true)).toEqual(['paused'])
})
