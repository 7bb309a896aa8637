export type Random = () => number

/** Returns random numbers from 0 to 1, the same for the same seed. */
export function createUniformRandom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws from a log-normal distribution with this median. `spread`: standard deviation of the logarithm. */
export function drawLogNormal(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(spread * normal)
}

export const drawExponential = (random: Random, mean: number) => -Math.log(1 - random()) * mean
