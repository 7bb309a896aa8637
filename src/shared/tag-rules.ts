export const maxTagLength = 40
/** Maximum number of tags of one domain or server. */
export const maxTagsPerResource = 20

/** Two tags with the same key are one tag: letter case and full-width forms do not count. */
export function getTagComparisonKey(tag: string): string {
  return tag.normalize('NFKC').toLowerCase()
}

/**
 * Returns the tags in a text, separated by commas, semicolons, tabs or line breaks. Space around and between words is
 * reduced to single spaces. Of two tags with the same key, the first one is returned.
 */
export function splitTags(text: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of text.normalize('NFKC').split(/[,;、\t\r\n]/u)) {
    const tag = part.trim().replaceAll(/\s+/gu, ' ')
    if (tag !== '' && !byKey.has(getTagComparisonKey(tag))) byKey.set(getTagComparisonKey(tag), tag)
  }
  return [...byKey.values()]
}

/** Returns true if the text is one tag as `splitTags` returns it, and not too long. */
export function isValidTag(text: string): boolean {
  const [tag, ...others] = splitTags(text)
  return tag === text && others.length === 0 && [...tag].length <= maxTagLength
}
