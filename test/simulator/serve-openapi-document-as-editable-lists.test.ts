import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMailOpenapiDocument } from '#test/main/openapi/read-mail-openapi-document.ts'
import { startSimulator, type Simulator } from '#simulator/start-simulator.ts'

const world = {
  auth_block: null,
  users: [{ name: 'one', keys: [{ token: 'described-key' }], servers: [{ server_id: 'onemail' }] }],
}
let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ world: { ...world, openapi_document: readMailOpenapiDocument() } })
})
afterAll(() => simulator.close())

const path = '/v1/server/onemail.simulator.example/mail-account'
const valid = { address: 'info@one.example', password: 'ten-or-more-characters', quota_mb: 500 }

async function call(method: string, at: string, body?: unknown, url = simulator.url) {
  const response = await fetch(url + at, {
    method,
    headers: { authorization: 'Bearer described-key', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return [response.status, await response.json()] as const
}

test('Entries of a described list are added, listed, changed and deleted, without their passwords', async () => {
  const entry = { address: 'info@one.example', quota_mb: 500, used_mb: 0 }
  expect(await call('POST', path, valid)).toEqual([200, entry])
  expect(await call('GET', path)).toEqual([200, { accounts: [entry] }])
  const own = `${path}/${encodeURIComponent('info@one.example')}`
  expect(await call('PUT', own, { quota_mb: 900 })).toEqual([200, { ...entry, quota_mb: 900 }])
  expect(await call('DELETE', own)).toEqual([200, { message: 'Deleted' }])
  expect((await call('GET', own))[0]).toBe(404)
})

test('A body that the document does not allow is refused and changes nothing', async () => {
  const [status, answer] = await call('POST', path, { ...valid, quota_mb: 0, extra: 1 })
  expect([status, (answer as { error: { errors: string[] } }).error.errors]).toEqual([
    422,
    ['(body): must NOT have additional properties', '/quota_mb: must be >= 1'],
  ])
  expect(await call('GET', path)).toEqual([200, { accounts: [] }])
})

test('Another server is not found, and a path of the catalog keeps its own behaviour', async () => {
  expect((await call('GET', '/v1/server/other.simulator.example/mail-account'))[0]).toBe(404)
  expect((await call('POST', '/v1/domain/none.example/renew', {}))[0]).toBe(404)
})

test('A world without a document serves none of these operations', async () => {
  const plain = await startSimulator({ world })
  expect((await call('GET', path, undefined, plain.url))[0]).toBe(404)
  await plain.close()
})
