import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import {
  matchCsvDomains,
  type CsvDomainMatchResult,
  type GoneDomainName,
} from '#shared/domain-change-csv/match-csv-domains.ts'
import {
  domainChangeCsvLimits,
  parseDomainChangeCsv,
  type DomainChangeCsvContent,
  type DomainChangeCsvLine,
} from '#shared/domain-change-csv/parse-domain-change-csv.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import type { DomainToPlan } from '#renderer/features/change-plans/useCreateAndOpenPlan.ts'
import { runWithPausesUnlessStale } from '#renderer/composables/run-with-pauses-unless-stale.ts'
import { useFileOrPastedText } from '#renderer/composables/useFileOrPastedText.ts'
import { useIpcEvent } from '#renderer/composables/useIpcEvent.ts'
import { useThrottled } from '#renderer/composables/useThrottled.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** Maximum number of names in one call of `inventory.findDomains`. */
const namesAtOnce = 1000
/** A sync stores many lists one after another. */
const lookUpAgainMs = 1000

type SelectedDomain = DomainToPlan & Pick<DomainRow, 'goneSince'>

/**
 * Loads a CSV file of changes, and finds the domains that it names. `selected`: limits the file to these domains; null:
 * all domains of all accounts. The domains are looked up again for the plan.
 */
export function useDomainChangeCsvFile(selected: () => readonly SelectedDomain[] | null) {
  const accounts = useAccounts()
  const input = useFileOrPastedText<DomainChangeCsvContent>(domainChangeCsvLimits.bytes, (text) =>
    parseDomainChangeCsv(text, idna),
  )
  /** Null until the domains of the file are looked up. */
  const matched = shallowRef<CsvDomainMatchResult | null>(null)
  const lookupError = shallowRef<AppError | null>(null)
  let lookups = 0
  onScopeDispose(() => {
    lookups += 1
  })

  async function lookUp(): Promise<void> {
    matched.value = null
    await match()
  }

  /** Until it ends, the result of the lookup before stays. */
  async function match(): Promise<void> {
    lookups += 1
    const mine = lookups
    const isStale = () => mine !== lookups
    lookupError.value = null
    const lines = input.file.value?.content.lines
    if (!lines) return
    const limit = selected()
    try {
      const { known, gone } = limit ? splitSelected(limit) : await findDomains(lines, isStale)
      const matching = matchCsvDomains(lines, known, limit !== null, gone)
      const found = isStale() ? null : await runWithPausesUnlessStale(matching, isStale)
      if (found && !isStale()) matched.value = found
    } catch (thrown) {
      if (!isStale()) lookupError.value = toAppError(thrown)
    }
  }
  watch([input.file, selected], lookUp)
  const matchAgain = useThrottled(() => void (isLookingUp.value ? matchAgain() : match()), lookUpAgainMs)
  useIpcEvent('inventory.changed', ({ domain }) => {
    if (domain === null) matchAgain()
  })

  /** A plan contains no changes of gone domains. */
  function splitSelected(domains: readonly SelectedDomain[]) {
    const gone = domains
      .filter(({ goneSince }) => goneSince !== null)
      .map(({ accountId, name }) => ({ name, account: accounts.byId(accountId)?.label ?? accountId }))
    return { known: domains.filter(({ goneSince }) => goneSince === null), gone }
  }

  const findings = computed(() =>
    [...(input.file.value?.content.findings ?? []), ...(matched.value?.findings ?? [])].sort(
      (one, other) => one.line - other.line,
    ),
  )
  const domains = computed(() => matched.value?.domains ?? [])
  const lineCount = computed(() => domains.value.reduce((sum, { lines }) => sum + lines.length, 0))
  const isLookingUp = computed(() => input.file.value !== null && matched.value === null && lookupError.value === null)

  return { input, lookupError, lookUp, isLookingUp, domains, findings, lineCount }
}

/** Returns the domains of all accounts that the lines name. Ends early if `isStale` becomes true. */
async function findDomains(lines: readonly DomainChangeCsvLine[], isStale: () => boolean) {
  const names = [...new Set(lines.map(({ domain }) => domain))]
  const known: DomainToPlan[] = []
  const gone: GoneDomainName[] = []
  for (let from = 0; from < names.length && !isStale(); from += namesAtOnce) {
    const asked = { names: names.slice(from, from + namesAtOnce) }
    known.push(...(await mainCommands.inventory.findDomains(asked)))
    gone.push(...(await mainCommands.inventory.findGoneDomains(asked)))
  }
  return { known, gone }
}
