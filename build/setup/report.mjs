/**
 * Runs one step of the set-up and prints a line with what it did and how long it took.
 * `work` answers that as a short text.
 */
export async function step(title, work) {
  const begun = performance.now()
  try {
    const done = await work((progress) => console.log(`  ${title}: ${progress} …`))
    console.log(`  ${title}: ${done} (${seconds(performance.now() - begun)})`)
  } catch (error) {
    console.error(`  ${title}: failed after ${seconds(performance.now() - begun)}`)
    throw error
  }
}

export function seconds(durationMs) {
  return `${(durationMs / 1000).toFixed(1)} s`
}

/** Something that only the person can put right: printed without a stack. */
export class NeedsPerson extends Error {}
