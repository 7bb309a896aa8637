import { describe, expect, test } from 'vitest'
import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { AppError, toWireError } from '#shared/errors.ts'
import { groupProblems } from '../../src/renderer/features/orders/quote/describe-problem.ts'
import { en } from '../../src/renderer/text/en.ts'
import { ja } from '../../src/renderer/text/ja.ts'
import { describeError } from '../../src/renderer/ui/describe-error.ts'
import { setMessages } from './plain-words.ts'

/** Codes that say no more than their status does: the text of the status is theirs. */
const toldByStatus: readonly ProviderErrorCode[] = [
  'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'DOMAIN_NOT_FOUND', 'RECORD_NOT_FOUND', 'VALIDATION_ERROR', 'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR', 'REGISTRAR_ERROR', 'BACKEND_ERROR', 'REGISTRAR_UNAVAILABLE',
]
const codes = Object.keys(providerErrors) as ProviderErrorCode[]

function answered(code: ProviderErrorCode, details: Record<string, unknown> = {}): AppError {
  return new AppError('service', 'answered', { code, status: providerErrors[code].status ?? 500, serviceMessage: providerErrors[code].meaning, details })
}

describe.each(['en', 'ja'] as const)('an error code of the service (%s)', (language) => {
  const words = { en, ja }[language].errors

  test.each(codes.filter((code) => !toldByStatus.includes(code)))('%s has a text of its own that says what to do', (code) => {
    setMessages(language)
    const own = (words.codes as Record<string, unknown>)[code]
    expect(describeError(answered(code))).toMatchObject(own ?? { title: `a text for ${code}` })
  })

  test.each(toldByStatus)('%s is told by its status, and never as a request that was merely refused', (code) => {
    setMessages(language)
    const { title } = describeError(answered(code))
    expect(Object.hasOwn(words.codes, code)).toBe(false)
    expect(Object.values(words.service).map((text) => text.title)).toContain(title)
  })

  test.each(codes)('%s stands beside the text with its status and the service’s message', (code) => {
    setMessages(language)
    expect(describeError(answered(code)).detail).toBe(`${providerErrors[code].status ?? 500} · ${code} · ${providerErrors[code].meaning}`)
  })
})

describe('VALIDATION_ERROR', () => {
  const errors = ['years: Too big: expected number to be <=1', 'nameservers: no duplicates']

  test('shows each entry of the service’s errors on a line of its own, also after crossing to the window', () => {
    setMessages('en')
    const error = answered('VALIDATION_ERROR', { errors })
    expect(describeError(error).detail?.split('\n')).toEqual(['422 · VALIDATION_ERROR · Invalid input', ...errors])
    expect(describeError(toWireError(error)).detail).toBe(describeError(error).detail)
  })

  test('is told once for the rows with the same errors, and apart for others', () => {
    const row = (id: string, own: string[]) => ({ id, problem: { reason: 'refused' as const, error: toWireError(answered('VALIDATION_ERROR', { errors: own })) } })
    const rows = [row('a', ['years: too many']), row('b', ['years: too many']), row('c', ['nameservers: no duplicates'])]
    expect(groupProblems(rows as unknown as Parameters<typeof groupProblems>[0]).map((group) => group.rows.map(({ id }) => id))).toEqual([['a', 'b'], ['c']])
  })
})
