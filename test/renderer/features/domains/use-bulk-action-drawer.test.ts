import { expect, test } from 'vitest'
import { useBulkActionDrawer } from '#renderer/features/domains/useBulkActionDrawer.ts'

const named = (...names: string[]) => names.map((name) => ({ accountId: 'first', name }))

test('The open drawer keeps its domains when the selection changes, and the next one takes the new selection', () => {
  let selected = named('one.com', 'two.com')
  const bulk = useBulkActionDrawer(() => selected)
  bulk.open({ change: 'set_ttl' })
  selected = named('two.com', 'three.com', 'four.com')
  expect(bulk.domains.value).toEqual(named('one.com', 'two.com'))
  bulk.open({ tool: 'template' })
  expect(bulk.domains.value).toEqual(named('two.com', 'three.com', 'four.com'))
})
