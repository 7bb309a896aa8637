import { toWireError } from '#shared/app-error.ts'
import { openDatabase } from '#main/store/database.ts'

/** Opens the file as another user than the one who may write it, and prints what came of it. */
const [path = '', work = ''] = process.argv.slice(2)
try {
  const database = openDatabase(path)
  if (work) database.run(work)
  console.log(JSON.stringify({ kind: null }))
  database.close()
} catch (error) {
  console.log(JSON.stringify(toWireError(error)))
}
