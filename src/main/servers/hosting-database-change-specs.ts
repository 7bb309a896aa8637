import { defineServerChange } from './server-change-spec-interface.ts'
import { listTextsAtAnyDepth } from './find-lists-ids-and-texts-in-undocumented-answer.ts'

/**
 * Finds the full name of a new database or user: the only text in the answer that ends with the suffix and is longer.
 * Null if there is not exactly one.
 */
function findFullName(answer: unknown, suffix: string): string | null {
  const isFullName = (text: string) => text.endsWith(suffix) && text !== suffix && !/\s/.test(text)
  const found = [...new Set(listTextsAtAnyDepth(answer).filter(isFullName))]
  return found.length === 1 ? (found[0] as string) : null
}

export const hostingDatabaseChangeSpecs = {
  addDatabase: defineServerChange<'addDatabase', 'hosting.addDatabase'>({
    endpoint: 'hosting.addDatabase',
    toInput: ({ servername, nameSuffix, characterSet }) => ({
      servername,
      name_suffix: nameSuffix,
      character_set: characterSet,
    }),
    reading: null,
    toResult: (answer, { nameSuffix }) => ({ name: findFullName(answer, nameSuffix) }),
    describeForChangeLog: ({ nameSuffix, characterSet }) => ({ subject: nameSuffix, after: characterSet }),
  }),

  addDatabaseUser: defineServerChange<'addDatabaseUser', 'hosting.addDatabaseUser'>({
    endpoint: 'hosting.addDatabaseUser',
    toInput: ({ servername, nameSuffix, password }) => ({ servername, name_suffix: nameSuffix, password }),
    reading: null,
    toResult: (answer, { nameSuffix }) => ({ name: findFullName(answer, nameSuffix) }),
    describeForChangeLog: ({ nameSuffix }) => ({ subject: nameSuffix, after: null }),
    secretsOf: ({ password }) => [password],
  }),

  grantDatabase: defineServerChange<'grantDatabase', 'hosting.grantDatabase'>({
    endpoint: 'hosting.grantDatabase',
    toInput: ({ servername, databaseUser, database }) => ({ servername, db_user: databaseUser, db_name: database }),
    reading: null,
    toResult: () => ({}),
    describeForChangeLog: ({ databaseUser, database }) => ({ subject: databaseUser, after: database }),
  }),
}
