import { serveLineRpc } from './line-rpc-server.ts'
import { startAccountsWithRealKeychain } from './start-accounts-with-real-keychain.ts'

const [path = '', service = ''] = process.argv.slice(2)
const { accounts, database, store } = startAccountsWithRealKeychain(path, service)

await serveLineRpc({
  ...accounts,
  raw: (id: string) => store.get(id),
  /** Changes the only key to the format of an earlier version: a bare key under a name without a prefix. */
  async asFormerVersion(name: string, token: string) {
    await store.set(name, token)
    database.run('update api_key set secret_id = ?', name)
  },
  secretIds: () =>
    database
      .all<{ secret_id: string }>('select secret_id from api_key order by added_at, rowid')
      .map(({ secret_id }) => secret_id),
})
