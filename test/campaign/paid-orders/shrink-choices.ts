/**
 * Shortens a failing history: removes numbers or sets them to 0, the harmless choice, as long as the history still
 * fails.
 */
export async function shrinkChoices(
  values: readonly number[],
  isFailing: (values: readonly number[]) => Promise<boolean>,
  tries = 3_000,
): Promise<number[]> {
  let best = [...values]
  let left = tries
  const attempt = async (candidate: number[]) => {
    if (left <= 0) return false
    left -= 1
    if (!(await isFailing(candidate))) return false
    best = candidate
    return true
  }
  for (let size = best.length >> 1; size >= 1; size >>= 1) {
    while (best.length > size && (await attempt(best.slice(0, best.length - size))));
  }
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false
    for (let size = Math.max(1, best.length >> 2); size >= 1; size >>= 1) {
      for (let at = 0; at < best.length; at += size) {
        if (best.slice(at, at + size).every((value) => value === 0)) continue
        const isShorter = await attempt([...best.slice(0, at), ...best.slice(at + size)])
        if (isShorter || (await attempt(best.map((value, index) => (index >= at && index < at + size ? 0 : value)))))
          isBetter = true
      }
    }
  }
  return best
}
