import { expect, test } from 'vitest'
import { createTypeAhead } from '#renderer/ui/table/type-ahead.ts'

test('Letters that follow each other are one text, and a pause begins another one', () => {
  const type = createTypeAhead()
  expect(type({ key: 's', timeStamp: 0 })).toEqual({ text: 's', mayStay: false })
  expect(type({ key: 'H', timeStamp: 300 })).toEqual({ text: 'sh', mayStay: true })
  expect(type({ key: 'o', timeStamp: 2000 })).toEqual({ text: 'o', mayStay: false })
})

test('The same letter again moves on to the next row that begins with it', () => {
  const type = createTypeAhead()
  type({ key: 'a', timeStamp: 0 })
  expect(type({ key: 'a', timeStamp: 100 })).toEqual({ text: 'a', mayStay: false })
})

test('Space and keys with a name are no text', () => {
  const type = createTypeAhead()
  expect(type({ key: ' ', timeStamp: 0 })).toBeNull()
  expect(type({ key: 'ArrowDown', timeStamp: 0 })).toBeNull()
})
