import { toWireError } from '#shared/app-error.ts'
import { openDatabase } from '#main/store/database.ts'

/** Opens the file, for a test that runs this script as a user without write permission. Prints the error as JSON. */
const [path = '', work = ''] = process.argv.slice(2)
try {
  const database = openDatabase(path)
  if (work) database.run(work)
  console.log(JSON.stringify({ kind: null }))
  database.close()
} catch (error) {
  console.log(JSON.stringify(toWireError(error)))
}
