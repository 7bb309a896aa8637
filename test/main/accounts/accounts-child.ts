import { answerLines } from './answer-lines.ts'
import { startAccounts } from './start-accounts.ts'

const [path = '', service = ''] = process.argv.slice(2)
const { accounts, database, store } = startAccounts(path, service)

await answerLines({
  ...accounts,
  raw: (id: string) => store.get(id),
  secretIds: () => database.all<{ secret_id: string }>('select secret_id from api_key order by added_at, rowid').map(({ secret_id }) => secret_id),
})
