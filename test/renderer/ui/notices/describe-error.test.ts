import { describe, expect, test } from 'vitest'
import { createRouter } from '#main/ipc/router.ts'
import { assertRecordRules } from '#main/dns/assert-record-rules.ts'
import type { commands } from '#shared/ipc/contract.ts'
import { issueCodes } from '#shared/input-issues.ts'
import { providerErrors, type ProviderErrorCode } from '#shared/api/provider-errors.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import { groupQuoteProblems } from '#renderer/features/orders/checkout/describe-quote-problem.ts'
import { en } from '#renderer/text/en.ts'
import { ja } from '#renderer/text/ja.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { setMessages } from '#test/renderer/set-messages.ts'

/** Codes that say no more than their status does: the text of the status is theirs. */
const toldByStatus: readonly ProviderErrorCode[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'DOMAIN_NOT_FOUND',
  'RECORD_NOT_FOUND',
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'REGISTRAR_ERROR',
  'BACKEND_ERROR',
  'REGISTRAR_UNAVAILABLE',
]
const codes = Object.keys(providerErrors) as ProviderErrorCode[]

function answered(code: ProviderErrorCode, details: Record<string, unknown> = {}): AppError {
  return new AppError('service', 'answered', {
    code,
    status: providerErrors[code].status ?? 500,
    serviceMessage: providerErrors[code].meaning,
    details,
  })
}

describe.each(['en', 'ja'] as const)('an error code of the service (%s)', (language) => {
  const words = { en, ja }[language].errors

  test.each(codes.filter((code) => !toldByStatus.includes(code)))(
    '%s has a text of its own that says what to do',
    (code) => {
      setMessages(language)
      const own = (words.codes as Record<string, unknown>)[code]
      expect(describeError(answered(code))).toMatchObject(own ?? { title: `a text for ${code}` })
    },
  )

  test.each(toldByStatus)('%s is told by its status, and never as a request that was merely refused', (code) => {
    setMessages(language)
    const { title } = describeError(answered(code))
    expect(Object.hasOwn(words.codes, code)).toBe(false)
    expect(Object.values(words.service).map((text) => text.title)).toContain(title)
  })

  test.each(codes)('%s stands beside the text with its status and the service’s message', (code) => {
    setMessages(language)
    expect(describeError(answered(code)).detail).toBe(
      `${providerErrors[code].status ?? 500} · ${code} · ${providerErrors[code].meaning}`,
    )
  })
})

describe('UNAUTHORIZED', () => {
  test.each([
    ['en', /mistyped/],
    ['ja', /入力の誤り/],
  ] as const)('calls a key mistyped only where it was just typed (%s)', (language, mistyped) => {
    setMessages(language)
    expect(describeError(answered('UNAUTHORIZED'), 'tryKey').remedy).toMatch(mistyped)
    expect(describeError(answered('UNAUTHORIZED')).remedy).not.toMatch(mistyped)
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
    const row = (id: string, own: string[]) => ({
      id,
      problem: { reason: 'refused' as const, error: toWireError(answered('VALIDATION_ERROR', { errors: own })) },
    })
    const rows = [
      row('a', ['years: too many']),
      row('b', ['years: too many']),
      row('c', ['nameservers: no duplicates']),
    ]
    expect(
      groupQuoteProblems(rows as unknown as Parameters<typeof groupQuoteProblems>[0]).map((group) =>
        group.rows.map(({ id }) => id),
      ),
    ).toEqual([['a', 'b'], ['c']])
  })
})

describe('an input that main refuses', () => {
  const router = createRouter(
    () => ({}),
    () => undefined,
  )
  const refused = async (name: keyof typeof commands, input: unknown) => {
    const answer = await router.call(name, input)
    if (answer.ok) throw new Error('It was not refused')
    return answer.error
  }

  test.each([
    ['en', 'Label: Enter a value.\nFolder: Enter at most 60 characters.'],
    ['ja', '表示名: 入力してください。\nフォルダー: 60 文字以内で入力してください。'],
  ] as const)('is told field by field, with the rule that each breaks (%s)', async (language, remedy) => {
    setMessages(language)
    const error = await refused('accounts.update', { accountId: 'a', label: ' ', folder: 'x'.repeat(61) })
    expect(describeError(error)).toMatchObject({ remedy, detail: null })
  })

  test('names a rule of DNS records in the words of the record form', () => {
    setMessages('en')
    const record = { type: 'A', host: '@', content: '999.1.1.1', ttl: 3600, priority: 0 } as const
    try {
      assertRecordRules('example.jp', { kind: 'add', after: record }, [])
      expect.unreachable()
    } catch (error) {
      expect(describeError(error as AppError).remedy).toBe(`Content: ${en.dns.invalid.ipv4}`)
    }
  })

  test('is told by the field where this version knows no rule, and in general where main names no field', () => {
    setMessages('en')
    const told = (details: Record<string, unknown>) =>
      describeError(new AppError('invalid_input', 'refused', { details })).remedy
    expect(told({ issues: [{ path: 'items.0.partner_code', message: 'letters only' }] })).toBe(
      'Partner code: The value is not accepted.',
    )
    expect(told({ issues: [{ path: 'items.0.newField', code: 'tooLong', values: { max: 3 } }] })).toBe(
      'newField: Enter at most 3 characters.',
    )
    for (const details of [{}, { issues: [] }, { issues: 'odd' }])
      expect(told(details)).toBe(en.errors.kinds.invalid_input.remedy)
  })

  test.each(['en', 'ja'] as const)('has a text for every rule (%s)', (language) => {
    expect(Object.keys({ en, ja }[language].errors.issue).toSorted()).toEqual([...issueCodes].toSorted())
  })
})

test('keys that the service refused are not told as keys without a permission', () => {
  const noKey = (...reasons: string[]) =>
    describeError(
      new AppError('no_key', 'No key', { details: { reasons: reasons.map((reason) => ({ keyId: 'k', reason })) } }),
    ).title
  expect(noKey('quarantined', 'expired')).toBe('No usable key')
  expect(noKey('forbidden', 'missing')).toBe('No usable key')
  expect(noKey('quarantined', 'read_only')).toBe('No key of this account has the permission')
  expect(noKey()).toBe('No key of this account has the permission')
})

test('the refusal of one key that was asked for is not told of the other keys of its account', () => {
  const oneKey = (reason: string) =>
    describeError(new AppError('no_key', 'No key', { details: { keyId: 'k', reasons: [{ keyId: 'k', reason }] } }))
      .title
  expect(oneKey('quarantined')).toBe('The key cannot be used')
  expect(oneKey('read_only')).toBe('Not permitted for this key')
})
