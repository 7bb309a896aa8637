import { expect, test } from 'vitest'
import { usePaletteCommandTitles } from '#renderer/features/search/usePaletteCommandTitles.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

test('A page of orders is found by the words of its tab in either language', () => {
  const { made: texts, leave } = runInSetup(() => usePaletteCommandTitles())
  expect(texts.pageNames('orders-server')).toContain('サーバー注文')
  expect(texts.pageTitled('orders-spending').titles).toEqual(['Go to Spending', '支出へ移動'])
  leave()
})
