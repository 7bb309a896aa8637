import { expect, test } from 'vitest'
import { checkVerificationRecordHost } from '#renderer/features/servers/validate-typed-host-of-verification-record.ts'

test('The host of a verification record is required, sent in Punycode, and checked for its domain', () => {
  expect(checkVerificationRecordHost(' ', null, 'token').problem?.code).toBe('hostEmpty')
  expect(checkVerificationRecordHost('日本', 'example.com', 'token')).toEqual({ host: 'xn--wgv71a', problem: null })
  expect(checkVerificationRecordHost(' _check ', null, 'token')).toEqual({ host: '_check', problem: null })
  expect(checkVerificationRecordHost('a b', 'example.com', 'token').problem?.code).toBe('hostCharacters')
  expect(checkVerificationRecordHost('@', 'example.com', '').problem?.code).toBe('contentEmpty')
})
