import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'

/**
 * Where a history takes its chances from: numbers from 0 to 1, each kept, so that the same history can be played again and made shorter.
 * 0 is always the harmless choice, and a tape that is played to its end gives 0.
 */
export interface RandomChoices {
  next(): number
  /** False for 0. */
  chance(probability: number): boolean
  /** The first for 0. */
  oneOf<T>(choices: readonly T[]): T
  /** The first that its weight reaches; the first for 0. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T
  /** From 0 up to `below`, whole. */
  upTo(below: number): number
  /** Milliseconds from 0 to about `most`, small ones far more often. */
  span(most: number): number
  readonly played: readonly number[]
}

function createChoices(read: () => number, played: number[]): RandomChoices {
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
    span: (most) => Math.floor((most + 1) ** next() - 1),
    played,
  }
}

export function recordChoices(seed: number): RandomChoices {
  return createChoices(createUniformRandom(seed), [])
}

export function replayChoices(values: readonly number[]): RandomChoices {
  let at = 0
  return createChoices(() => values[at++] ?? 0, [])
}
