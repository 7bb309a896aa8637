import type { DomainChangeCsvErrorCode, DomainChangeCsvLineError } from './domain-change-csv-finding-codes.ts'
import type { DomainChangeCsvLine } from './parse-domain-change-csv.ts'

interface DomainRef {
  accountId: string
  /** Punycode. */
  name: string
}

/**
 * A domain that no list has now, or a selected one that its list does not have now, and the label of an account whose
 * list had it.
 */
export interface GoneDomainName {
  name: string
  account: string
}

/** The lines of a file about one domain, in the order of the file. */
export interface MatchedCsvDomain extends DomainRef {
  lines: DomainChangeCsvLine[]
}

export interface CsvDomainMatchResult {
  /** In the order of their first lines. */
  domains: MatchedCsvDomain[]
  /** In the order of the lines. */
  findings: DomainChangeCsvLineError[]
}

/** Number of names or lines between two yields. */
const sliceSize = 5000

/**
 * Finds the domain of each line among `known`: the domains of these names in all accounts, or the selected ones
 * (`isLimited`). `gone`: what is known of names that are gone. Each line gets a finding if no account, or more
 * than one account, has its domain. The generator yields between slices of its work.
 */
export function* matchCsvDomains(
  lines: readonly DomainChangeCsvLine[],
  known: readonly DomainRef[],
  isLimited: boolean,
  gone: readonly GoneDomainName[] = [],
): Generator<void, CsvDomainMatchResult> {
  /** Null: several accounts have the name. */
  const owners = new Map<string, MatchedCsvDomain | null>()
  let left = sliceSize
  for (const { accountId, name } of known) {
    owners.set(name, owners.has(name) ? null : { accountId, name, lines: [] })
    left -= 1
    if (left > 0) continue
    left = sliceSize
    yield
  }
  const formerAccounts = new Map(gone.map(({ name, account }) => [name, account]))
  const matched: CsvDomainMatchResult = { domains: [], findings: [] }
  for (const each of lines) {
    const owner = owners.get(each.domain)
    if (owner) {
      if (owner.lines.length === 0) matched.domains.push(owner)
      owner.lines.push(each)
    } else {
      const { line, text, domain } = each
      const account = formerAccounts.get(domain)
      const ambiguous = isLimited ? 'csvDomainSelectedInSeveralAccounts' : 'csvDomainInSeveralAccounts'
      const unknown = isLimited ? 'csvDomainNotInPlan' : 'csvDomainNotFound'
      const unlisted = account === undefined ? unknown : 'csvDomainGone'
      const code: DomainChangeCsvErrorCode = owner === null ? ambiguous : unlisted
      const values = { domain, ...(code === 'csvDomainGone' && account !== undefined && { account }) }
      matched.findings.push({ line, text, code, severity: 'error', values })
    }
    left -= 1
    if (left > 0) continue
    left = sliceSize
    yield
  }
  return matched
}
