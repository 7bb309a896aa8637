import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import {
  findOtherFields,
  formatFields,
  omitShownSiteFields,
  parseTypedHostName,
} from '#renderer/features/servers/hosted-domains/hosted-names.ts'
import { listHostAndParentNames } from '#renderer/features/servers/list-host-and-parent-names.ts'

test.each([
  [' Example.COM. ', 'example.com'],
  ['日本語。com', domainToASCII('日本語.com')],
  ['ブログ．example.com', domainToASCII('ブログ.example.com')],
  ['example', null],
  ['-a.example.com', null],
  ['*.example.com', null],
  ['https://example.com/', null],
  ['', null],
])('The typed name %j is sent as %j', (typed, sent) => {
  expect(parseTypedHostName(typed)).toBe(sent)
})

test('The domain of a host is searched under the host and its parents, without the top level', () => {
  expect(listHostAndParentNames('A.blog.example.com')).toEqual([
    'a.blog.example.com',
    'blog.example.com',
    'example.com',
  ])
})

test('Fields of an entry that are shown as its name and document root are not shown again', () => {
  const fields = { any: 'example.com', root: '/home', ssl: true, plan: { a: 1 }, note: null }
  const others = findOtherFields({ name: 'example.com', documentRoot: '/home', fields })
  expect(others).toEqual({ ssl: true, plan: { a: 1 }, note: null })
  expect(formatFields(others)).toBe('ssl: true, plan: {"a":1}, note: null')
  expect(findOtherFields({ name: null, documentRoot: null, fields })).toEqual(fields)
})

test('A shown value hides one field of an entry, not every field with the same text', () => {
  const fields = { name: 'example.com', alias: 'example.com', root: '/home', logs: '/home' }
  expect(findOtherFields({ name: 'example.com', documentRoot: '/home', fields })).toEqual({
    alias: 'example.com',
    logs: '/home',
  })
})

test('The answer about a site keeps null fields and the domain beside the shown URL and document root', () => {
  const answer = { url: 'https://example.com/', root: '/home', domain: 'example.com', redirect: null, home: '/home' }
  expect(omitShownSiteFields(answer, '/home')).toEqual({ domain: 'example.com', redirect: null, home: '/home' })
  expect(omitShownSiteFields({ url: null, root: null, redirect: null }, null)).toEqual({ root: null, redirect: null })
  expect(omitShownSiteFields('text', null)).toEqual({})
})
