import { expect, test } from 'vitest'
import { checkVerificationHost } from '#renderer/features/servers/check-verification-host.ts'

test('The host of a verification record is required, sent in Punycode, and checked for its domain', () => {
  expect(checkVerificationHost(' ', null, 'token').problem?.code).toBe('hostEmpty')
  expect(checkVerificationHost('日本', 'example.com', 'token')).toEqual({ host: 'xn--wgv71a', problem: null })
  expect(checkVerificationHost(' _check ', null, 'token')).toEqual({ host: '_check', problem: null })
  expect(checkVerificationHost('a b', 'example.com', 'token').problem?.code).toBe('hostCharacters')
  expect(checkVerificationHost('@', 'example.com', '').problem?.code).toBe('contentEmpty')
})
