const maxRemembered = 100

/**
 * Wraps a check of texts so that the last valid texts are not checked again. One change of 5,000 domains contains the
 * same tags 5,000 times, and checking each of them took longer than a frame.
 */
export function createCheckRememberingValidTexts(isValid: (text: string) => boolean): (text: string) => boolean {
  const valid = new Set<string>()
  return (text) => {
    if (valid.has(text)) return true
    if (!isValid(text)) return false
    if (valid.size >= maxRemembered) valid.clear()
    valid.add(text)
    return true
  }
}
