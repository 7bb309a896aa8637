/** The letters c, r and t have a meaning in the text of an explanation only (RFC 7208, section 7.2). */
const macroExpand = /%\{[slodiphv](?:[1-9]\d*)?r?[-.+,/_=]*\}|%[%_-]/gi
const topLabel = /\.([a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])\.?$/i
/** Placeholder for a macro. No SPF record contains a line break. */
const macro = '\n'

/** A `macro-string` (RFC 7208, section 7.1), such as the value of an unknown modifier. */
export function isSpfMacroString(text: string): boolean {
  return /^[\n!-$&-~]*$/.test(text.replaceAll(macroExpand, macro))
}

/** A `domain-spec` (RFC 7208, section 7.1). Another text in its place makes the whole record invalid. */
export function isSpfDomainSpec(text: string): boolean {
  return isSpfMacroString(text) && (topLabel.test(text) || text.replaceAll(macroExpand, macro).endsWith(macro))
}

/**
 * Returns true if a domain-spec can name a domain of at least two labels. A name with an impossible label is valid by
 * its syntax, but it matches nothing (RFC 7208, section 4.8). The expansion of a macro is not known here.
 */
export function canSpfDomainSpecMatchSomeDomain(text: string): boolean {
  if (!isSpfDomainSpec(text)) return false
  if (text.includes('%')) return true
  const labels = text.replace(/\.$/, '').split('.')
  return labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label))
}
