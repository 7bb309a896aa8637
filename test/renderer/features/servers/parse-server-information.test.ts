import { expect, test } from 'vitest'
import { formatJson } from '#renderer/features/servers/format-json.ts'
import { isHostNameField, parseServerInformation } from '#renderer/features/servers/parse-server-information.ts'

test('A field of unknown shape is shown as the JSON that the service sent', () => {
  const strange = { ip_address: { v4: ['192.0.2.1'] }, php_versions: ['8.3'], new_field: { inner: true } }
  const { facts, rest } = parseServerInformation(strange)
  expect(facts).toEqual([{ name: 'php_versions', lines: ['8.3'] }])
  expect(rest).toEqual({ ip_address: { v4: ['192.0.2.1'] }, new_field: { inner: true } })
  expect(formatJson(rest)).toContain('"inner": true')
})

test.each(['hostname', 'host_name', 'fqdn'])(
  'The host name is shown under the field name of the service: %s',
  (name) => {
    const { facts, rest } = parseServerInformation({
      servername: 'web01.service.example',
      [name]: 'web01.service.example',
      ip_address: '192.0.2.1',
      is_new: true,
      cpu: 4,
      empty: null,
      tags: ['a', 'b'],
    })
    expect(facts).toEqual([
      { name: 'ip_address', lines: ['192.0.2.1'] },
      { name, lines: ['web01.service.example'] },
      { name: 'is_new', lines: ['true'] },
      { name: 'cpu', lines: ['4'] },
      { name: 'tags', lines: ['a', 'b'] },
    ])
    expect(rest).toEqual({ empty: null })
  },
)

test('The usual names of a host name field are known, and other names are not', () => {
  for (const name of ['host', 'host_name', 'hostname', 'server_host_name']) expect(isHostNameField(name)).toBe(true)
  expect(isHostNameField('fqdn')).toBe(false)
})
