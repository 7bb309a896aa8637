import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'

/**
 * The random choices of a history: numbers from 0 to 1. Each number is recorded, so that the history can be replayed
 * and shortened. 0 is always the harmless choice. A replay that has no more numbers returns 0.
 */
export interface ReplayableChoices {
  next(): number
  /** Returns false for 0. */
  chance(probability: number): boolean
  /** Returns the first choice for 0. */
  oneOf<T>(choices: readonly T[]): T
  /** Returns a choice with a probability by its weight; the first one for 0. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T
  /** Returns an integer from 0 to `below` - 1. */
  upTo(below: number): number
  /** Returns milliseconds from 0 to about `maxMs`. Small values are far more frequent. */
  span(maxMs: number): number
  readonly played: readonly number[]
}

function createChoices(read: () => number, played: number[]): ReplayableChoices {
  const next = () => {
    const value = read()
    played.push(value)
    return value
  }
  return {
    next,
    chance: (probability) => next() > 1 - probability,
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number],
    weighted(choices) {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, choice] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return (choices.at(-1) as (typeof choices)[number])[1]
    },
    upTo: (below) => Math.floor(next() * below),
    span: (maxMs) => Math.floor((maxMs + 1) ** next() - 1),
    played,
  }
}

export function createRecordedChoices(seed: number): ReplayableChoices {
  return createChoices(createUniformRandom(seed), [])
}

export function createReplayedChoices(values: readonly number[]): ReplayableChoices {
  let at = 0
  return createChoices(() => values[at++] ?? 0, [])
}
