import { expect, test } from 'vitest'
import { listHostAndParentNames } from '#renderer/features/servers/list-host-and-parent-names.ts'

test('The domain of a host is searched under the host and its parents, without the top level', () => {
  expect(listHostAndParentNames('A.blog.example.com')).toEqual([
    'a.blog.example.com',
    'blog.example.com',
    'example.com',
  ])
})
