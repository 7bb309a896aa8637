import process from 'node:process'

/** Prints why the command ended, and sets the exit code: 2 with the usage for wrong arguments, 1 for other errors. */
export function reportCommandLineError(error: unknown, usage: string): void {
  const isWrongArgument = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  console.error(isWrongArgument ? `${error.message}\n${usage}` : error)
  process.exitCode = isWrongArgument ? 2 : 1
}
