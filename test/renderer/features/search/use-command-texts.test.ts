import { expect, test } from 'vitest'
import { useCommandTexts } from '#renderer/features/search/useCommandTexts.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A page of orders is found by the words of its tab in either language', () => {
  const { made: texts, leave } = runInSetup(() => useCommandTexts())
  expect(texts.pageNames('orders-server')).toContain('サーバー注文')
  expect(texts.pageTitled('orders-spending').titles).toEqual(['Go to Spending', '支出へ移動'])
  leave()
})
