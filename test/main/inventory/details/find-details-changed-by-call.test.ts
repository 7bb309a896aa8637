import { expect, test } from 'vitest'
import { findDetailsChangedByCall } from '#main/inventory/details/find-details-changed-by-call.ts'

const names = (method: string, path: string) =>
  findDetailsChangedByCall(method, path).map(({ name, detailKind }) => `${name} ${detailKind}`)

test('A logged write names the details that it may have changed', () => {
  expect(names('POST', '/v1/domain/Example.com/dns')).toEqual(['example.com zone'])
  expect(names('DELETE', '/v1/domain/example.com/dns/12')).toEqual(['example.com zone'])
  expect(names('PUT', '/v1/domain/example.com/registrar-lock')).toEqual(['example.com lock', 'example.com detail'])
  expect(names('POST', '/v1/domain/example.com/renew')).toEqual(['example.com detail'])
  expect(names('POST', '/v1/server/sv1.example/db')).toEqual(['sv1.example usage'])
})

test('A write that the catalog does not know may have changed any detail of its domain', () => {
  expect(names('PUT', '/v1/domain/example.com/forwarding?x=1')).toHaveLength(5)
})

test('Reads, and writes that name no domain or server, name no detail', () => {
  expect(names('GET', '/v1/domain/example.com/dns')).toEqual([])
  expect(names('POST', '/v1/domain')).toEqual([])
  expect(names('POST', '/v1/server')).toEqual([])
  expect(names('PUT', '/v1/server/sv1.example/memo')).toEqual([])
})
