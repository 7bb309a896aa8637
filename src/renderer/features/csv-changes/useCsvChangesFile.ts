import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { matchCsvDomains, type CsvDomainMatchResult } from '#shared/change-csv/match-csv-domains.ts'
import {
  changeCsvLimits,
  parseChangeCsv,
  type ChangeCsvContent,
  type ChangeCsvLine,
} from '#shared/change-csv/parse-change-csv.ts'
import type { DomainToPlan } from '#renderer/features/plans/useCreateAndOpenPlan.ts'
import { runWithPausesUnlessStale } from '#renderer/composables/run-with-pauses-unless-stale.ts'
import { useFileOrPastedText } from '#renderer/composables/useFileOrPastedText.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** Maximum number of names in one call of `inventory.findDomains`. */
const namesAtOnce = 1000

/**
 * Loads a CSV file of changes, and finds the domains that it names. `selected`: limits the file to these domains; null: all domains of all accounts. The
 * domains are looked up again for the plan.
 */
export function useCsvChangesFile(selected: () => readonly DomainToPlan[] | null) {
  const input = useFileOrPastedText<ChangeCsvContent>(changeCsvLimits.bytes, (text) => parseChangeCsv(text, idna))
  /** Null until the domains of the file are looked up. */
  const matched = shallowRef<CsvDomainMatchResult | null>(null)
  const lookupError = shallowRef<AppError | null>(null)
  let lookups = 0
  onScopeDispose(() => {
    lookups += 1
  })

  async function lookUp(): Promise<void> {
    lookups += 1
    const mine = lookups
    const isStale = () => mine !== lookups
    matched.value = null
    lookupError.value = null
    const lines = input.file.value?.content.lines
    if (!lines) return
    const limit = selected()
    try {
      const known = limit ?? (await findDomains(lines, isStale))
      const found = known && (await runWithPausesUnlessStale(matchCsvDomains(lines, known, limit !== null), isStale))
      if (found && !isStale()) matched.value = found
    } catch (thrown) {
      if (!isStale()) lookupError.value = toAppError(thrown)
    }
  }
  watch([input.file, selected], lookUp)

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

/** Returns the domains of all accounts that the lines name; null if `isStale` became true. */
async function findDomains(lines: readonly ChangeCsvLine[], isStale: () => boolean): Promise<DomainToPlan[] | null> {
  const names = [...new Set(lines.map(({ domain }) => domain))]
  const domains: DomainToPlan[] = []
  for (let from = 0; from < names.length; from += namesAtOnce) {
    domains.push(...(await mainCommands.inventory.findDomains({ names: names.slice(from, from + namesAtOnce) })))
    if (isStale()) return null
  }
  return domains
}
