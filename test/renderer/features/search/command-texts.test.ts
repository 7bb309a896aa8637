import { expect, test } from 'vitest'
import { useCommandTexts } from '#renderer/features/search/useCommandTexts.ts'
import { inSetup } from '../../in-setup.ts'

test('a page of orders is found by the words of its tab, in either language', () => {
  const { made: texts, leave } = inSetup(() => useCommandTexts())
  expect(texts.pageNames('orders-server')).toContain('サーバー注文')
  expect(texts.pageTitled('orders-spending').titles).toEqual(['Go to Spending', '支出へ移動'])
  leave()
})
