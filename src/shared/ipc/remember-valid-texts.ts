const maxRemembered = 100

/**
 * The same check, which remembers the last valid texts. One change of 5,000 domains contains the same tags 5,000 times, and checking each
 * of them took longer than a frame.
 */
export function rememberValidTexts(isValid: (text: string) => boolean): (text: string) => boolean {
  const valid = new Set<string>()
  return (text) => {
    if (valid.has(text)) return true
    if (!isValid(text)) return false
    if (valid.size >= maxRemembered) valid.clear()
    valid.add(text)
    return true
  }
}
