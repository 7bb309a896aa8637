import { describe, expect, test } from 'vitest'
import { keyInformationSchema } from '#shared/api/key-and-log-endpoints.ts'
import { endpointNames, getEndpoint } from '#shared/api/endpoints.ts'
import {
  findGrantForService,
  getGrantsByService,
  scoreKeyPrivileges,
  findMissingGrant,
} from '#shared/api/get-and-check-grants-of-api-keys.ts'

const read = (me: object) => keyInformationSchema.parse({ expires_at: null, ...me })

describe('A key without services in /v1/me', () => {
  test.each([[{}], [{ services: null }], [{ permission_type: 'read' }]])(
    'The key information %j forbids no call, because it states no services',
    (stated) => {
      const me = read(stated)
      expect(getGrantsByService(me)).toBeNull()
      for (const name of endpointNames)
        expect(
          findMissingGrant(me, getEndpoint(name), { domain_name: 'example.com', servername: 'web01' }),
          name,
        ).toBeNull()
    },
  )

  test('A key with unknown permissions scores highest, so that a key with known permissions is used first', () => {
    expect(scoreKeyPrivileges(read({}))).toBe(scoreKeyPrivileges(null))
    expect(
      scoreKeyPrivileges(read({ services: { domain: { permission_type: 'full', allow_acquisition: true } } })),
    ).toBeLessThan(scoreKeyPrivileges(read({})))
  })
})

describe('A legacy single-server key', () => {
  const me = read({ service_type: 'server', servername: 'web01.service.example', permission_type: 'read' })

  test('A legacy key has the grants of its deprecated fields, for that server only', () => {
    expect(findGrantForService(me, 'domain')).toBeUndefined()
    expect(findMissingGrant(me, getEndpoint('domain.list'), {})).toBe('service')
    expect(findMissingGrant(me, getEndpoint('hosting.info'), { servername: 'Web01.service.example' })).toBeNull()
    expect(findMissingGrant(me, getEndpoint('hosting.info'), { servername: 'web02.service.example' })).toBe('target')
    expect(findMissingGrant(me, getEndpoint('server.setMemo'), { servername: 'web01.service.example' })).toBe(
      'permission',
    )
  })

  test('A legacy key with services has the grants of these services', () => {
    const both = read({
      servername: 'web01.service.example',
      permission_type: 'read',
      services: { server: { permission_type: 'full' } },
    })
    expect(findMissingGrant(both, getEndpoint('server.setMemo'), { servername: 'web02.service.example' })).toBeNull()
  })
})

test('A key whose map of services is empty, possibly sent as [], has no service', () => {
  for (const services of [{}, []])
    expect(findMissingGrant(read({ services }), getEndpoint('domain.list'), {})).toBe('service')
})
