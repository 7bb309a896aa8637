import { describe, expect, test } from 'vitest'
import { keyInformationSchema } from '#shared/api/key-and-log-endpoints.ts'
import type { Key } from '#shared/ipc/accounts.ts'
import { describeActionsLostByReplacingKey } from '#renderer/features/accounts/keys/describe-actions-lost-by-replacing-key.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const t = setMessageLanguage('en')

const me = (services: object) => keyInformationSchema.parse({ expires_at: null, services })
const key = (id: string, services: object | null, state: Key['state'] = 'working'): Key => ({
  id,
  accountId: 'account',
  label: id,
  state,
  error: null,
  checkedAt: 1,
  me: services && me(services),
  expiresAt: null,
  addedAt: 1,
})
const full = { domain: { permission_type: 'full', target_mode: 'all', allow_acquisition: true } }
const readOnly = { domain: { permission_type: 'read', target_mode: 'all', allow_acquisition: false } }
const selected = (...targets: string[]) => ({
  domain: { permission_type: 'full', target_mode: 'selected', targets, allow_acquisition: true },
})

function describeReplacement(replaced: Key, services: object, ...others: Key[]) {
  const account = { label: 'Alpha', keys: [replaced, ...others] }
  return describeActionsLostByReplacingKey(account, replaced, me(services), t)
}

describe('Replacing a key', () => {
  test('A key with the same permissions loses nothing', () => {
    expect(describeReplacement(key('old', full), full)).toEqual([])
  })

  test('A key that may only read names everything that it cannot change any more', () => {
    const lines = describeReplacement(key('old', full), readOnly)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.heading).toBe('By the permissions read, no usable key of Alpha will permit this any more:')
    expect(lines[0]?.actions).toContain('Renew domains')
    expect(lines[0]?.actions).toContain('Change DNS records')
    expect(lines[0]?.actions).not.toContain('Read DNS records')
  })

  test('What another usable key permits is said apart, and a refused key permits nothing', () => {
    const [withOther] = describeReplacement(key('old', full), readOnly, key('other', full))
    expect(withOther?.heading).toBe(
      'Not permitted by the new key, or only for some targets. Other keys of Alpha permit it:',
    )
    const [withRefused] = describeReplacement(key('old', full), readOnly, key('other', full, 'quarantined'))
    expect(withRefused?.heading).toContain('no usable key of Alpha')
  })

  test('A key for selected domains names the domains that are left, or those that are lost', () => {
    const lines = describeReplacement(key('old', full), selected('xn--r8jz45g.example'))
    expect(lines.map(({ heading }) => heading)).toContain('Permitted in Alpha only for 例え.example from then on:')
    expect(
      describeReplacement(key('old', selected('a.example', 'b.example')), selected('a.example')).map(
        ({ heading }) => heading,
      ),
    ).toEqual(['No longer permitted in Alpha for b.example:'])
  })

  test('A key whose permissions were never read is not compared', () => {
    expect(describeReplacement(key('old', null), readOnly)).toEqual([])
  })
})
