import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/** Minimum length of a sample. Some systems count processor time in steps of 4 ms, which are 2 % of it. */
const sampleMs = 200
const warmUps = 2
const samplesOfEach = 21

/**
 * The time that this thread has worked, in milliseconds. On a busy computer, wall-clock time would include the time of
 * other processes.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Measures the thread time of one run of each work, in milliseconds. The works are measured by turns, so that samples
 * with the same index are comparable. A work returns the number of its results, which must be the same in every run.
 */
export function measureThreadMsInTurns<Name extends string>(
  works: Readonly<Record<Name, () => number>>,
): Record<Name, number[]> {
  const sides = (Object.keys(works) as Name[]).map((name) => ({
    name,
    run: works[name],
    results: works[name](),
    samples: [] as number[],
  }))
  // The code is compiled in the first samples.
  for (let round = -warmUps; round < samplesOfEach; round += 1)
    for (const { run, results, samples } of sides) {
      const ms = takeSample(run, results)
      if (round >= 0) samples.push(ms)
    }
  return Object.fromEntries(sides.map(({ name, samples }) => [name, samples])) as Record<Name, number[]>
}

/** Repeats the work, and returns the time of one run. The garbage of the sample before is collected first. */
function takeSample(run: () => number, results: number): number {
  collectGarbage()
  const before = threadMs()
  let runs = 0
  let spentMs = 0
  while (spentMs < sampleMs) {
    const found = run()
    if (found !== results) throw new Error(`${found} results, but ${results} in the first run`)
    runs += 1
    spentMs = threadMs() - before
  }
  return spentMs / runs
}
