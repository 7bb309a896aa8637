import { expect, test } from 'vitest'
import {
  omitNameAndDocumentRoot,
  formatAnswerFieldsAsLine,
  omitUrlAndDocumentRoot,
} from '#renderer/features/servers/hosted-domains/pick-and-format-other-fields-of-hosted-domain.ts'

test('Fields of an entry that are shown as its name and document root are not shown again', () => {
  const fields = { any: 'example.com', root: '/home', ssl: true, plan: { a: 1 }, note: null }
  const others = omitNameAndDocumentRoot({ name: 'example.com', documentRoot: '/home', fields })
  expect(others).toEqual({ ssl: true, plan: { a: 1 }, note: null })
  expect(formatAnswerFieldsAsLine(others)).toBe('ssl: true, plan: {"a":1}, note: null')
  expect(omitNameAndDocumentRoot({ name: null, documentRoot: null, fields })).toEqual(fields)
})

test('A shown value hides one field of an entry, not every field with the same text', () => {
  const fields = { name: 'example.com', alias: 'example.com', root: '/home', logs: '/home' }
  expect(omitNameAndDocumentRoot({ name: 'example.com', documentRoot: '/home', fields })).toEqual({
    alias: 'example.com',
    logs: '/home',
  })
})

test('The answer about a site keeps null fields and the domain beside the shown URL and document root', () => {
  const answer = { url: 'https://example.com/', root: '/home', domain: 'example.com', redirect: null, home: '/home' }
  expect(omitUrlAndDocumentRoot(answer, '/home')).toEqual({ domain: 'example.com', redirect: null, home: '/home' })
  expect(omitUrlAndDocumentRoot({ url: null, root: null, redirect: null }, null)).toEqual({
    root: null,
    redirect: null,
  })
  expect(omitUrlAndDocumentRoot('text', null)).toEqual({})
})
