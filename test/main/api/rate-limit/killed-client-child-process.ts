import { flushCompileCache } from 'node:module'
import process from 'node:process'
import { createApiClient } from '#main/api/client.ts'
import { createTransport } from '#main/api/http/transport.ts'
import { systemClock } from '#main/clock.ts'
import { openDatabase } from '#main/store/database.ts'
import { createAccountsInMemory } from '#test/main/api/accounts-in-memory.ts'

/** Runs the API client in its own process and makes many calls, until the test kills it. */
const [baseUrl = '', databasePath = '', secret = ''] = process.argv.slice(2)
const accounts = createAccountsInMemory()
accounts.add({ id: 'a', baseUrl })
accounts.addKey('a', { id: 'k' }, secret)
const api = createApiClient({
  accounts,
  database: openDatabase(databasePath),
  clock: systemClock,
  random: Math.random,
  transport: createTransport({ resolveProxy: async () => 'DIRECT' }),
  isOffline: () => false,
})
// Different names, because equal reads would be combined.
for (let index = 0; index < 200; index += 1) {
  api
    .call({
      accountId: 'a',
      endpoint: 'domain.detail',
      input: { domain_name: `no-${index}.example` },
      priority: 'interactive',
    })
    .catch(() => undefined)
}
// Node writes the cache at a normal exit only, which a killed process does not have.
flushCompileCache()
console.log('ready')
// Ends before the test does.
setTimeout(() => process.exit(1), 100_000).unref()
