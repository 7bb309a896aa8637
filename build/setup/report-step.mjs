/**
 * Runs one step of the set-up and prints a line with what it did and how long it took.
 * `work` returns a short text that says what it did.
 */
export async function reportStep(title, work) {
  const begun = performance.now()
  try {
    const done = await work((progress) => console.log(`  ${title}: ${progress} …`))
    console.log(`  ${title}: ${done} (${formatSeconds(performance.now() - begun)})`)
  } catch (error) {
    console.error(`  ${title}: failed after ${formatSeconds(performance.now() - begun)}`)
    throw error
  }
}

export function formatSeconds(durationMs) {
  return `${(durationMs / 1000).toFixed(1)} s`
}

/** A problem that only the user can fix; printed without a stack. */
export class UserActionRequired extends Error {}
