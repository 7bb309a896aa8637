import { createContext, Script } from 'node:vm'
import { openapiOperationLimits } from '#main/openapi/openapi-limits.ts'

/** A regular expression as the validator needs it. */
interface GuardedPattern {
  test(text: string): boolean
  toString(): string
}

/**
 * Creates regular expressions with a time limit, because some patterns backtrack for practically unlimited time. A
 * pattern that is invalid or takes too long matches every text, and `onUnchecked` receives it.
 */
export function createTimeLimitedRegExpFactory(onUnchecked: (pattern: string) => void) {
  const context = createContext(Object.create(null))
  const script = new Script('new RegExp(pattern, flags).test(text)')

  function runScript(pattern: string, flags: string, text: string): boolean {
    Object.assign(context, { pattern, flags, text })
    return script.runInContext(context, { timeout: openapiOperationLimits.patternMs }) === true
  }

  return (pattern: string, flags: string): GuardedPattern => ({
    test(text) {
      // A pattern of another dialect is often invalid with the flag `u`, so it is tried again without the flag.
      for (const tried of [flags, flags.replace('u', '')]) {
        try {
          return runScript(pattern, tried, text)
        } catch (error) {
          if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') break
        }
      }
      onUnchecked(pattern)
      return true
    },
    toString: () => `/${pattern}/${flags}`,
  })
}
