import { parseDomainNames, type ParsedDomainName } from '#shared/extract-and-parse-domain-names.ts'
import { idna } from '#main/node-idna.ts'

/** `parseDomainNames` with Node's IDNA functions. */
export function parseTypedDomainNames(
  texts: readonly string[],
  tlds: readonly string[],
  maxNames?: number,
): ParsedDomainName[] {
  return parseDomainNames(texts, tlds, idna, maxNames)
}
