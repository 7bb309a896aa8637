import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { parseTypedHostName } from '#renderer/features/servers/hosted-domains/parse-typed-host-name.ts'

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
