import { missingValueReport } from '#renderer/text/find-missing-values.ts'

/** The setup file runs again for each test file of a process. */
const wrapped = Symbol.for('console.error fails on a text without a value')
const { error } = console

if (!(wrapped in error))
  console.error = Object.assign(
    (...args: unknown[]) => {
      if (String(args[0]).startsWith(missingValueReport)) throw new Error(String(args[0]))
      error(...args)
    },
    { [wrapped]: true },
  )
