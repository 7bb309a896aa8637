import { missingPlaceholderValueErrorPrefix } from '#renderer/text/find-missing-placeholder-values.ts'

/** The setup file runs again for each test file of a process. */
const wrapped = Symbol.for('console.error fails on a text without a value')
const { error } = console

if (!(wrapped in error))
  console.error = Object.assign(
    (...args: unknown[]) => {
      if (String(args[0]).startsWith(missingPlaceholderValueErrorPrefix)) throw new Error(String(args[0]))
      error(...args)
    },
    { [wrapped]: true },
  )
