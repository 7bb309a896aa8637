import { expect, test } from 'vitest'
import { keyInformationSchema } from '#shared/api/key-and-log-endpoints.ts'
import { describeKeyGrants } from '#renderer/features/accounts/keys/describe-key-grants.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const t = setMessageLanguage('en')
const describe = (services: object) =>
  describeKeyGrants(keyInformationSchema.parse({ expires_at: null, services }), t, i18n.global.te)

test('The line of a key names the categories of a custom permission, and which orders it may place', () => {
  const domain = {
    permission_type: 'custom',
    target_mode: 'all',
    permissions: { domain: 'full', dns: 'read', odd: 'none' },
    allow_acquisition: true,
  }
  expect(describe({ domain, server: { permission_type: 'full', target_mode: 'all', allow_signup: false } })).toBe(
    'Domain: By category (Domain information Read and write, DNS Read only, odd None), acquisition, transfer and renewal allowed · Server: Read and write, no server orders',
  )
  expect(describe({ domain: { permission_type: 'read' } })).toBe('Domain: Read only')
})

test('The line of a key has Japanese commas in Japanese', () => {
  const domain = { permission_type: 'full', target_mode: 'all', allow_acquisition: true }
  const line = describeKeyGrants(
    keyInformationSchema.parse({ expires_at: null, services: { domain } }),
    setMessageLanguage('ja'),
    i18n.global.te,
  )
  setMessageLanguage('en')
  expect(line).toBe('ドメイン: 読み取りと書き込み、取得・移管・更新可')
})

test('A custom permission without stated categories is not given any', () => {
  expect(describe({ domain: { permission_type: 'custom', permissions: [] } })).toBe('Domain: By category')
})
