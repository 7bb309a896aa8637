import { describe, expect, test } from 'vitest'
import { toKeyGrantRows } from '#renderer/features/accounts/keys/key-grant-rows.ts'

describe('Key grants', () => {
  test('An unknown service, permission or category is shown as the service sent it', () => {
    const [grant] =
      toKeyGrantRows({
        expires_at: null,
        services: {
          newone: { permission_type: 'custom', target_mode: 'selected', targets: ['a'], permissions: { odd: 'full' } },
        },
      }) ?? []
    expect(grant).toMatchObject({
      service: 'newone',
      permission: 'custom',
      targets: ['a'],
      categories: [{ name: 'odd', permission: 'full' }],
      orders: null,
    })
  })

  test.each([
    [{ permission_type: 'full', target_mode: 'all' }, 'acquisitionYes', 'signupYes'],
    [{ permission_type: 'read', target_mode: 'all' }, 'acquisitionNo', 'signupNo'],
    [{ permission_type: 'custom', target_mode: 'all', permissions: { domain: 'read' } }, 'acquisitionNo', 'signupYes'],
    [{ permission_type: 'full', target_mode: 'selected', targets: ['a.example'] }, 'renewalOfTargets', 'signupNo'],
    [{ permission_type: 'read', target_mode: 'selected', targets: ['a.example'] }, 'acquisitionNo', 'signupNo'],
  ])('A key is shown as able to order only with write permission and the targets: %j', (grant, domain, server) => {
    const me = {
      expires_at: null,
      services: { domain: { ...grant, allow_acquisition: true }, server: { ...grant, allow_signup: true } },
    }
    expect(toKeyGrantRows(me)).toMatchObject([{ orders: domain }, { orders: server }])
  })

  test('The signup permission of another service is not shown as one for servers', () => {
    const grant = { permission_type: 'full', target_mode: 'all', allow_signup: true }
    const me = { expires_at: null, services: { wphosting: grant, vps: { ...grant, allow_signup: false } } }
    expect(toKeyGrantRows(me)).toMatchObject([{ orders: 'otherSignupYes' }, { orders: 'otherSignupNo' }])
  })

  test('Grants that the service does not state are not shown as missing', () => {
    expect(toKeyGrantRows({ expires_at: null })).toBeNull()
    expect(toKeyGrantRows({ expires_at: null, services: {} })).toEqual([])
    expect(
      toKeyGrantRows({
        expires_at: null,
        service_type: 'server',
        servername: 'web01.example',
        permission_type: 'read',
      }),
    ).toEqual([expect.objectContaining({ service: 'server', permission: 'read', targets: ['web01.example'] })])
  })

  test('An empty list instead of a permission map means no categories', () => {
    const [grant] =
      toKeyGrantRows({
        expires_at: null,
        services: { domain: { permission_type: 'custom', permissions: [], allow_acquisition: false } },
      }) ?? []
    expect(grant).toMatchObject({ categories: [], orders: 'acquisitionNo', targets: null })
  })
})
