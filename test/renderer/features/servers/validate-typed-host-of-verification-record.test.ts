import { expect, test } from 'vitest'
import { validateTypedHostOfVerificationRecord } from '#renderer/features/servers/validate-typed-host-of-verification-record.ts'

test('The host of a verification record is required, sent in Punycode, and checked for its domain', () => {
  expect(validateTypedHostOfVerificationRecord(' ', null, 'token').problem?.code).toBe('hostEmpty')
  expect(validateTypedHostOfVerificationRecord('日本', 'example.com', 'token')).toEqual({
    host: 'xn--wgv71a',
    problem: null,
  })
  expect(validateTypedHostOfVerificationRecord(' _check ', null, 'token')).toEqual({ host: '_check', problem: null })
  expect(validateTypedHostOfVerificationRecord('a b', 'example.com', 'token').problem?.code).toBe('hostCharacters')
  expect(validateTypedHostOfVerificationRecord('@', 'example.com', '').problem?.code).toBe('contentEmpty')
})
