import { describe, expect, test } from 'vitest'
import { createCommandRouter } from '#main/ipc/command-router.ts'
import { assertRecordChangeFollowsRules } from '#main/dns/assert-record-change-follows-rules.ts'
import type { commands } from '#shared/ipc/all-commands-and-events.ts'
import { inputIssueCodes } from '#shared/input-issues.ts'
import { serviceErrors, type ServiceErrorCode } from '#shared/api/service-errors.ts'
import { AppError, toWireError } from '#shared/app-error.ts'
import { proxyRefusedReasons, proxyUnreachableReasons } from '#shared/proxy-failure-reasons.ts'
import { groupQuoteProblems } from '#renderer/features/orders/checkout/group-quote-problems.ts'
import { en } from '#renderer/text/en.ts'
import { ja } from '#renderer/text/ja.ts'
import { apiKeyLabelsById } from '#renderer/ui/notices/api-key-labels-by-id.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

/** Codes without a separate text, because they say no more than their status. */
const describedByStatus: readonly ServiceErrorCode[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'RECORD_NOT_FOUND',
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'REGISTRAR_ERROR',
  'BACKEND_ERROR',
  'REGISTRAR_UNAVAILABLE',
]
const codes = Object.keys(serviceErrors) as ServiceErrorCode[]

function answered(code: ServiceErrorCode, details: Record<string, unknown> = {}): AppError {
  return new AppError('service', 'answered', {
    code,
    status: serviceErrors[code].status ?? 500,
    serviceMessage: serviceErrors[code].meaning,
    details,
  })
}

describe.each(['en', 'ja'] as const)('An error code of the service (%s)', (language) => {
  const words = { en, ja }[language].errors

  test.each(codes.filter((code) => !describedByStatus.includes(code)))('%s has its own text', (code) => {
    setMessageLanguage(language)
    const own = (words.codes as Record<string, unknown>)[code]
    expect(describeError(answered(code))).toMatchObject(own ?? { title: `a text for ${code}` })
  })

  test.each(describedByStatus)('%s has the text of its status', (code) => {
    setMessageLanguage(language)
    const { title } = describeError(answered(code))
    expect(Object.hasOwn(words.codes, code)).toBe(false)
    expect(Object.values(words.service).map((text) => text.title)).toContain(title)
  })

  test.each(codes)('%s is shown as detail with its status and the service’s message', (code) => {
    setMessageLanguage(language)
    expect(describeError(answered(code)).detail).toBe(
      `${serviceErrors[code].status ?? 500} · ${code} · ${serviceErrors[code].meaning}`,
    )
  })
})

describe('UNAUTHORIZED', () => {
  test.each([
    ['en', /mistyped/],
    ['ja', /入力の誤り/],
  ] as const)('The text mentions a typing error only for a key that was just typed (%s)', (language, mistyped) => {
    setMessageLanguage(language)
    expect(describeError(answered('UNAUTHORIZED'), 'tryKey').remedy).toMatch(mistyped)
    expect(describeError(answered('UNAUTHORIZED')).remedy).not.toMatch(mistyped)
  })
})

test.each([
  ['en', /base URL/, /sync/i],
  ['ja', /ベースURL/, /同期/],
] as const)(
  'The text for 404 at the first try of a key names the base URL, and no sync of an account that may not exist (%s)',
  (language, baseUrl, sync) => {
    setMessageLanguage(language)
    expect(describeError(answered('NOT_FOUND'), 'tryKey').remedy).toMatch(baseUrl)
    expect(describeError(answered('NOT_FOUND'), 'tryKey').remedy).not.toMatch(sync)
    expect(describeError(answered('USER_NOT_FOUND'), 'tryKey')).toEqual(describeError(answered('USER_NOT_FOUND')))
  },
)

describe('An error that concerns the keys of an account', () => {
  const errors = [
    new AppError('no_key', 'none', { details: { reasons: [{ keyId: 'k', reason: 'expired' }] } }),
    new AppError('no_key', 'none', { details: { keyId: 'k', reasons: [{ keyId: 'k', reason: 'expired' }] } }),
    new AppError('no_key', 'none', { details: { keyId: 'k', keyLabel: 'main', reasons: [] } }),
    answered('UNAUTHORIZED', { keyId: 'k', keyLabel: 'main' }),
    answered('FORBIDDEN', { keyId: 'k', keyLabel: 'main' }),
  ]

  test.each([
    ['en', 'on the account page', 'on this page'],
    ['ja', 'アカウント画面', 'この画面'],
  ] as const)(
    'The text points to the account page, and on that page to the keys there (%s)',
    (language, page, here) => {
      setMessageLanguage(language)
      for (const error of errors) {
        expect(describeError(error).remedy).toContain(page)
        expect(describeError(error, 'accountPage').remedy).toContain(here)
        expect(describeError(error, 'accountPage').remedy).not.toContain(page)
      }
    },
  )

  test('A list that no usable key may read is named', () => {
    setMessageLanguage('en')
    const titleFor = (endpoint: string) =>
      describeError(
        new AppError('no_key', 'none', { details: { endpoint, reasons: [{ keyId: 'k', reason: 'no_grant' }] } }),
      ).title
    expect(titleFor('domain.list')).toBe('No usable key may read the list of domains')
    expect(titleFor('server.list')).toBe('No usable key may read the list of servers')
  })
})

test.each([
  ['en', /whois|lock/i],
  ['ja', /Whois|ロック/],
] as const)(
  'A change refused during a registrar switch is not said to be one of Whois or lock (%s)',
  (language, parts) => {
    setMessageLanguage(language)
    expect(describeError(answered('MIGRATION_LOCKED')).remedy).not.toMatch(parts)
  },
)

describe('VALIDATION_ERROR', () => {
  const errors = ['years: Too big: expected number to be <=1', 'nameservers: no duplicates']

  test('Each entry of the service’s errors is on its own line, also after the transfer to the window', () => {
    setMessageLanguage('en')
    const error = answered('VALIDATION_ERROR', { errors })
    expect(describeError(error).detail?.split('\n')).toEqual(['422 · VALIDATION_ERROR · Invalid input', ...errors])
    expect(describeError(toWireError(error)).detail).toBe(describeError(error).detail)
  })

  test('Rows with the same errors form one group, rows with other errors another group', () => {
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
      groupQuoteProblems(rows as unknown as Parameters<typeof groupQuoteProblems>[0], () => false).map((group) =>
        group.rows.map(({ id }) => id),
      ),
    ).toEqual([['a', 'b'], ['c']])
  })
})

describe('An input that main refuses', () => {
  const router = createCommandRouter(
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
  ] as const)('The text lists each invalid field with the broken rule (%s)', async (language, remedy) => {
    setMessageLanguage(language)
    const error = await refused('accounts.update', { accountId: 'a', label: ' ', folder: 'x'.repeat(61) })
    expect(describeError(error)).toMatchObject({ remedy, detail: null })
  })

  test('A rule of DNS records has the text of the record form', () => {
    setMessageLanguage('en')
    const record = { type: 'A', host: '@', content: '999.1.1.1', ttl: 3600, priority: 0 } as const
    try {
      assertRecordChangeFollowsRules('example.jp', { kind: 'add', after: record }, [])
      expect.unreachable()
    } catch (error) {
      expect(describeError(error as AppError).remedy).toBe(`Content: ${en.dns.invalid.ipv4}`)
    }
  })

  test('An unknown rule is described by its field, and an error without fields by a general text', () => {
    setMessageLanguage('en')
    const remedyFor = (details: Record<string, unknown>) =>
      describeError(new AppError('invalid_input', 'refused', { details })).remedy
    expect(remedyFor({ issues: [{ path: 'items.0.partner_code', message: 'letters only' }] })).toBe(
      'Partner code: The value is not accepted.',
    )
    expect(remedyFor({ issues: [{ path: 'items.0.newField', code: 'tooLong', values: { max: 3 } }] })).toBe(
      'newField: Enter at most 3 characters.',
    )
    for (const details of [{}, { issues: [] }, { issues: 'odd' }])
      expect(remedyFor(details)).toBe(en.errors.kinds.invalid_input.remedy)
  })

  test.each(['en', 'ja'] as const)('Every rule has a text (%s)', (language) => {
    expect(Object.keys({ en, ja }[language].errors.issue).toSorted()).toEqual([...inputIssueCodes].toSorted())
  })
})

test('Keys that the service refused are not described as keys without a permission', () => {
  const noKey = (...reasons: string[]) =>
    describeError(
      new AppError('no_key', 'No key', { details: { reasons: reasons.map((reason) => ({ keyId: 'k', reason })) } }),
    ).title
  expect(noKey('quarantined', 'expired')).toBe('No usable key')
  expect(noKey('forbidden', 'missing')).toBe('No usable key')
  expect(noKey()).toBe('No key of this account can do this')
})

test('If a refused key may have the permission, the text also says to replace or test the keys', () => {
  const mixed = new AppError('no_key', 'No key', {
    details: { reasons: ['quarantined', 'read_only'].map((reason) => ({ keyId: 'k', reason })) },
  })
  setMessageLanguage('en')
  expect(describeError(mixed).title).toBe('No key of this account can do this')
  expect(describeError(mixed).remedy).toMatch(/replace or test/)
})

test('The refusal of one requested key is not described as a refusal of all keys of its account', () => {
  const oneKey = (reason: string, keyLabel?: string) =>
    describeError(
      new AppError('no_key', 'No key', { details: { keyId: 'k', keyLabel, reasons: [{ keyId: 'k', reason }] } }),
    ).title
  setMessageLanguage('en')
  expect(oneKey('quarantined')).toBe('The key cannot be used')
  expect(oneKey('quarantined', 'Office')).toBe('The key “Office” cannot be used')
  expect(oneKey('read_only')).toBe('Not permitted for the key that was used')
  expect(oneKey('read_only', 'Office')).toBe('Not permitted for the key “Office”')
})

test.each([
  ['en', 'Refused for the key “Office” (403)', 'The service did not accept the key “Office”'],
  ['ja', 'APIキー「Office」での操作が拒否されました（403）', 'APIキー「Office」は認証されませんでした'],
] as const)('A refusal of a stored key names the key (%s)', (language, forbidden, unauthorized) => {
  setMessageLanguage(language)
  expect(describeError(answered('FORBIDDEN', { keyLabel: 'Office' })).title).toBe(forbidden)
  expect(describeError(answered('UNAUTHORIZED', { keyLabel: 'Office' })).title).toBe(unauthorized)
})

test.each([
  ['en', /needs registered Whois defaults/],
  ['ja', /Whois初期値の登録/],
] as const)('A refused acquisition names what the permission of the key needs (%s)', (language, need) => {
  setMessageLanguage(language)
  for (const key of [{}, { keyLabel: 'Office' }]) {
    expect(describeError(answered('FORBIDDEN', { ...key, endpoint: 'domain.acquire' })).remedy).toMatch(need)
    expect(describeError(answered('FORBIDDEN', { ...key, endpoint: 'domain.renew' })).remedy).not.toMatch(need)
  }
})

test.each([
  ['en', /suspend/],
  ['ja', /停止/],
] as const)('No refusal names a cause that the API description does not give for it (%s)', (language, cause) => {
  setMessageLanguage(language)
  for (const key of [{}, { keyLabel: 'Office' }])
    for (const service of ['server', 'domain', null])
      expect(describeError(answered('FORBIDDEN', { ...key, service })).remedy).not.toMatch(cause)
})

test.each([
  ['en', 'This key is already registered in “Minato Design”'],
  ['ja', 'このAPIキーは「Minato Design」に登録済みです'],
] as const)('A key that is registered already is refused with the name of its account (%s)', (language, title) => {
  setMessageLanguage(language)
  const details = { accountId: 'a', accountLabel: 'Minato Design', keyId: 'k' }
  expect(describeError(new AppError('key_exists', 'Stored', { details })).title).toBe(title)
})

test.each([
  ['en', 'This call was not sent, because the service may have blocked its address'],
  ['ja', 'サービスに接続元アドレスを遮断された可能性があるため、この呼び出しは送信していません'],
] as const)(
  'The title of an assumed block says nothing of other calls, because a sync shows the error after the block, too (%s)',
  (language, title) => {
    setMessageLanguage(language)
    for (const until of [Date.UTC(2026, 10, 20), null]) {
      const details = { reason: 'assumed_block', until }
      expect(describeError(new AppError('address_guarded', 'held', { details })).title).toBe(title)
    }
  },
)

test('The wait that the service demanded becomes shorter, and is stated as over at its end', () => {
  setMessageLanguage('en')
  const error = new AppError('service', 'answered', { code: 'RATE_LIMIT_EXCEEDED', status: 429, retryAfterMs: 90_000 })
  expect(describeError(error).remedy).toBe('Try again in 90 seconds.')
  expect(describeError(error, undefined, 80_000).remedy).toBe('Try again in 10 seconds.')
  expect(describeError(error, undefined, 90_000).remedy).toBe('The service’s waiting time is over. Try again.')
})

describe('Errors', () => {
  test('An error answer is described by its status, with its code and message as detail', () => {
    const error = new AppError('service', 'refused', {
      status: 404,
      code: 'RECORD_NOT_FOUND',
      serviceMessage: 'No such record',
    })
    expect(describeError(error)).toMatchObject({
      title: 'Not found at the service',
      detail: '404 · RECORD_NOT_FOUND · No such record',
    })
  })

  test('A short wait time is shown in seconds, rounded up', () => {
    const error = new AppError('service', 'wait', { status: 429, retryAfterMs: 36_001 })
    expect(describeError(error).remedy).toContain('37 seconds')
    expect(describeError(new AppError('service', 'wait', { status: 429, retryAfterMs: 900 })).remedy).toContain(
      '1 second.',
    )
  })

  test('The text for 403 at the first try of a key mentions the IP restriction', () => {
    const error = new AppError('service', 'refused', { status: 403, code: 'FORBIDDEN' })
    expect(describeError(error, 'tryKey').remedy).toContain('IP restriction')
    expect(describeError(error).title).not.toBe(describeError(error, 'tryKey').title)
  })

  test('A text about a blocked or allowed address also holds for calls through a proxy', () => {
    const refused = new AppError('service', 'refused', { status: 403, code: 'FORBIDDEN' })
    expect(describeError(refused, 'tryKey').remedy).toContain('of the proxy')
    expect(describeError(new AppError('address_guarded', 'held')).title).not.toContain('your')
  })

  test('A call that an assumed block of the address stops blames no key', () => {
    const stoppedBy = (reason: string) =>
      describeError(new AppError('address_guarded', 'held', { details: { reason, until: null } }))
    expect(stoppedBy('refused_keys').remedy).toContain('keys that were not accepted')
    expect(stoppedBy('assumed_block').title).toContain('may have blocked')
    expect(stoppedBy('assumed_block').remedy).not.toMatch(/\bkeys?\b/)
  })

  test('A call that was not sent after refused keys says until when, and does not say that other calls wait', () => {
    const until = Date.UTC(2026, 10, 20, 3, 10)
    const details = { reason: 'refused_keys', until }
    const { title, remedy } = describeError(new AppError('address_guarded', 'held', { details }))
    expect(title).toBe('This call was not sent, to prevent a block of the IP address')
    expect(remedy).toContain('12:10:00 (Japan time)')
  })

  test('A block whose end the service did not name is not said to end by itself', () => {
    const blocked = (until: number | null) =>
      describeError(new AppError('address_guarded', 'held', { details: { reason: 'assumed_block', until } })).remedy
    expect(blocked(Date.UTC(2026, 10, 20, 3, 10))).toContain('12:10:00 (Japan time)')
    expect(blocked(null)).toContain('named no end')
  })

  test.each([
    ['conflict', { reason: 'view_name_taken' }, 'Another view has this name'],
    ['conflict', { reason: 'already_listed' }, 'The server already has this'],
    ['conflict', { reason: 'not_listed' }, 'Not in the list'],
    ['conflict', { reason: 'settled_meanwhile' }, 'The outcome was decided in the meantime'],
    ['conflict', { reason: 'server_appeared' }, 'Another server has appeared'],
    ['conflict', { reason: 'key_of_log_changed' }, 'The key was replaced or removed while its log was read'],
    ['not_found', { reason: 'not_last_renaming' }, 'The renaming can no longer be undone'],
    ['not_found', { what: 'pendingKey' }, 'Banto no longer keeps the tested key'],
    ['not_found', { what: 'pendingProxy' }, 'Banto no longer keeps the entered proxy'],
    ['invalid_input', { reason: 'unwritable_file' }, 'The file cannot be saved there'],
    ['invalid_input', { reason: 'unreadable_file' }, 'The file cannot be read'],
    ['unreadable_row', { reason: 'order_body' }, 'The auth code of the order cannot be decrypted'],
  ] as const)('%s %j has a text of its own', (kind, details, title) => {
    expect(describeError(new AppError(kind, 'refused', { details })).title).toBe(title)
  })

  test('A removal refused for open orders shows their number and does not mention another order', () => {
    const error = new AppError('open_intent', 'open', { details: { target: 'one.com', intentId: 'i', count: 4 } })
    expect(describeError(error).title).toBe('4 orders are still open')
    expect(
      describeError(new AppError('open_intent', 'open', { details: { target: 'one.com', intentId: 'i' } })).title,
    ).toContain('Another order')
  })

  test.each([
    ['en', /cancel/i],
    ['ja', /取り下げ/],
  ] as const)(
    'A replacement refused for orders that were sent does not advise to cancel orders, because none of these can be cancelled (%s)',
    (language, cancel) => {
      setMessageLanguage(language)
      const details = { target: 'one.com', intentId: 'i', count: 2 }
      const remedyOf = (reason?: string) =>
        describeError(new AppError('open_intent', 'open', { details: { ...details, reason } })).remedy
      expect(remedyOf()).toMatch(cancel)
      expect(remedyOf('key_of_sent_orders')).not.toMatch(cancel)
    },
  )

  test('Only an error of kind bug shows its internal message', () => {
    expect(describeError(new AppError('bug', 'x is undefined')).detail).toBe('x is undefined')
    expect(describeError(new AppError('no_network', 'ECONNREFUSED')).detail).toBeNull()
  })
})

test('A stored error names a renamed key by its current label, and a removed key by its last one', () => {
  const refused = new AppError('service', 'Refused', { status: 401, details: { keyId: 'k', keyLabel: 'Old name' } })
  const { title } = describeError(refused)
  expect(title).toContain('Old name')
  apiKeyLabelsById.value = new Map([['k', 'New name']])
  expect(describeError(refused).title).toBe(title.replace('Old name', 'New name'))
  apiKeyLabelsById.value = new Map()
})

test.each([
  ['en', 'retry_after', 'The service asked to wait: next call at 2026-11-26 20:25:43', 'not sent'],
  ['ja', 'retry_after', 'サービスから待機を求められています。次の呼び出しは 2026-11-26 20:25:43', '送信していません'],
  ['en', 'day', 'The calls of the day are used up: next call at 2026-11-26 20:25:43', 'not sent'],
  ['ja', 'day', '1日の呼び出し枠を使い切りました。次の呼び出しは 2026-11-26 20:25:43', '送信していません'],
] as const)(
  'A call that a long limit fails at once has the time of the next call, and no advice to cancel a sync (%s, %s)',
  (language, waitingFor, title, unsent) => {
    setMessageLanguage(language)
    const freeAt = Date.parse('2026-11-26T11:25:43Z')
    const error = new AppError('waited_too_long', 'No place', { details: { waitedMs: 2, waitingFor, freeAt } })
    const description = describeError(toWireError(error))
    expect(description.title).toContain(title)
    expect(description.remedy).toContain(unsent)
    expect(description.remedy).not.toMatch(/cancel|中止/)
  },
)

test('An OpenAPI document that cannot be used is not described as a call without a slot', () => {
  setMessageLanguage('en')
  const details = { code: 'tooSlow', seconds: 5 }
  const { title, remedy } = describeError(new AppError('document_unusable', 'not now', { details }))
  expect(title).toBe(en.errors.kinds.document_unusable.title)
  expect(remedy).toBe('Reading it took longer than 5 seconds. Import a smaller document.')
})

test.each([
  ['en', 'of the proxy', /test it again/],
  ['ja', 'プロキシ経由の場合はプロキシ', /再確認/],
] as const)(
  'A test of a proxy refused with 403 names the address of the proxy, not a test of the key, which would not use it (%s)',
  (language, address, test) => {
    setMessageLanguage(language)
    const refused = answered('FORBIDDEN', { keyId: 'k', keyLabel: 'Office' })
    const { title, remedy } = describeError(refused, 'proxyTest')
    expect(title).toBe(describeError(refused).title)
    expect(remedy).toContain(address)
    expect(remedy).not.toMatch(test)
  },
)

test.each([
  ['en', 'nothing is sent without the proxy', 'Other calls of the account follow its saved setting.'],
  ['ja', 'プロキシを経由せずに送信することもありません', '他の呼び出しは、保存済みの設定に従います。'],
] as const)('A test of a proxy says nothing of other calls, which do not use it (%s)', (language, all, others) => {
  setMessageLanguage(language)
  const reasons = [...proxyUnreachableReasons, ...proxyRefusedReasons].filter((reason) => reason !== 'changed')
  for (const reason of [...reasons, undefined])
    for (const kind of ['proxy_unreachable', 'proxy_refused'] as const) {
      const error = new AppError(kind, 'failed', { details: { reason, proxy: 'http://p:3128', proxyStatus: 403 } })
      expect(describeError(error).remedy).toContain(all)
      expect(describeError(error, 'proxyTest').remedy).not.toContain(all)
      expect(describeError(error, 'proxyTest').remedy).toContain(others)
    }
})

test.each([
  ['en', 'The proxy setting was not changed.', 'The test call was not sent.'],
  ['ja', 'プロキシの設定は変更していません。', '確認の呼び出しは送信していません。'],
] as const)('A proxy that was not saved is not said to have failed in a test (%s)', (language, unchanged, untested) => {
  setMessageLanguage(language)
  const error = new AppError('proxy_refused', 'failed', {
    details: { reason: 'password_missing', proxy: 'http://p:3128' },
  })
  expect(describeError(error, 'proxyChange').remedy).toContain(unchanged)
  expect(describeError(error, 'proxyChange').remedy).not.toContain(untested)
})

test('The error of a reading that waits says that a rest is kept only if the reading leaves a part of the daily limit', () => {
  setMessageLanguage('en')
  const titleAt = (percent: number) =>
    describeError(new AppError('waits_for_limit', '', { details: { limit: 'reading', percent } })).title
  expect(titleAt(95)).toBe('Reading waits at 95% of the daily limit; the rest is kept for changes and orders')
  expect(titleAt(100)).toBe('Reading waits: the calls of the day are used up')
})
