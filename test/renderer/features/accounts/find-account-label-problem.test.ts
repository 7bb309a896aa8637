import { expect, test } from 'vitest'
import { findAccountLabelProblem } from '#renderer/features/accounts/find-account-label-problem.ts'

test('Two accounts get no equal label, in any letter case and width, because orders name the paying account by it', () => {
  const [first, second, twin] = [
    { id: 'a', label: 'Shop' },
    { id: 'b', label: 'Office' },
    { id: 'c', label: 'Office' },
  ] as const
  const accounts = [first, second, twin]
  expect(findAccountLabelProblem('  ', accounts, null)).toBe('needsLabel')
  for (const taken of ['Shop', ' shop ', 'Ｓｈｏｐ']) {
    expect(findAccountLabelProblem(taken, accounts, null)).toBe('labelTaken')
    expect(findAccountLabelProblem(taken, accounts, second)).toBe('labelTaken')
  }
  expect(findAccountLabelProblem('Shop 2', accounts, null)).toBeNull()
  // An account may keep its label, also one that another account has had before this rule.
  expect(findAccountLabelProblem('Shop', accounts, first)).toBeNull()
  expect(findAccountLabelProblem('Office', accounts, twin)).toBeNull()
})
