import { computed, getCurrentScope, ref, shallowRef, type Ref } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { isErrorCausedBy } from '#shared/error-kinds.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { makeUniqueKeyLabel, proposeKeyLabel } from '#shared/unique-key-label.ts'
import { useHasErrorCauseEnded } from '#renderer/composables/useHasErrorCauseEnded.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import type { AccountDraft } from './account-draft.ts'
import { useKeyTrial, type KeyTrial, type WithPendingProxy } from '#renderer/features/accounts/keys/useKeyTrial.ts'

export interface EnteredKeyOfNewAccount {
  id: number
  label: Ref<string>
  trial: KeyTrial
}

/** The keys that are entered for a new account, and the action that saves the account with them. */
export function useNewAccountKeysAndSaving(nameKey: (n: number) => string) {
  const scope = getCurrentScope()
  const entries = shallowRef<EnteredKeyOfNewAccount[]>([])
  const hasErrorCauseEnded = useHasErrorCauseEnded()
  const newestError = shallowRef<AppError | null>(null)
  const error = computed(() => (newestError.value && !hasErrorCauseEnded(newestError.value) ? newestError.value : null))
  const isSaving = ref(false)
  let lastId = 0

  /** The label of each entry. An empty label is replaced with a proposal. */
  const labels = computed(() => {
    const taken = entries.value.map(({ label }) => label.value.trim())
    return entries.value.map(({ label }, index) => {
      const typed = label.value.trim()
      if (typed !== '') return typed
      const proposed = proposeKeyLabel(nameKey, index + 1, taken)
      taken.push(proposed)
      return proposed
    })
  })
  const labelOf = (index: number) => labels.value[index] ?? nameKey(index + 1)
  const isLabelTaken = (index: number) => labels.value.indexOf(labelOf(index)) < index
  const hasEqualLabels = computed(() => new Set(labels.value).size < labels.value.length)
  const pendingKeys = computed(() =>
    entries.value.flatMap((entry, index) => {
      const pendingKeyId = entry.trial.tried.value?.pendingKeyId
      return pendingKeyId === undefined ? [] : [{ pendingKeyId, label: labelOf(index) }]
    }),
  )
  const urlError = computed(() => entries.value.find(isUrlError)?.trial.error.value ?? null)

  const otherPendingKeyIds = (index: number) =>
    entries.value.flatMap(({ trial }, other) =>
      other === index || !trial.tried.value ? [] : [trial.tried.value.pendingKeyId],
    )

  /** True when an entered key was not tried successfully. Saving would not store it. */
  const hasUntriedKey = computed(() => entries.value.some(({ trial }) => trial.secret.value.trim() !== ''))
  const isTrying = computed(() => entries.value.some(({ trial }) => trial.isTrying.value))

  function isUrlError(entry: EnteredKeyOfNewAccount): boolean {
    const { value } = entry.trial.error
    return value !== null && isErrorCausedBy(value, 'base_url')
  }

  /** For another base URL or proxy: the errors say nothing about it. */
  function clearTrialErrors(): void {
    for (const { trial } of entries.value) trial.error.value = null
  }

  function addEntry(): void {
    lastId += 1
    const trial = scope?.run(useKeyTrial)
    if (trial) entries.value = [...entries.value, { id: lastId, label: ref(nameKey(lastId)), trial }]
  }

  function removeEntry(index: number): void {
    entries.value[index]?.trial.discardKey()
    entries.value = entries.value.filter((_, each) => each !== index)
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    newestError.value = null
    isSaving.value = true
    try {
      return await work()
    } catch (thrown) {
      const failure = toAppError(thrown)
      const isOfDroppedKey = entries.value.some(({ trial }) => trial.discardKeyThatMainDropped(failure))
      if (!isOfDroppedKey) newestError.value = failure
      return null
    } finally {
      isSaving.value = false
    }
  }

  /** `withPendingProxy` null: the account has no proxy. */
  async function save(
    draft: AccountDraft,
    baseUrl: string,
    withPendingProxy: WithPendingProxy | null,
  ): Promise<Account | null> {
    const add = (pendingProxyId: string | null) =>
      mainCommands.accounts.add({ ...draft, baseUrl, keys: pendingKeys.value, pendingProxyId })
    const account = await attempt(() => (withPendingProxy === null ? add(null) : withPendingProxy(add)))
    if (account) for (const entry of entries.value) entry.trial.markStored()
    return account
  }

  /** Adds one of the tried keys to the account that it shares domains with. */
  async function addToOverlappingAccount(index: number, { id: accountId, keys }: Account): Promise<boolean> {
    const entry = entries.value[index]
    const pendingKeyId = entry?.trial.tried.value?.pendingKeyId
    if (!entry || pendingKeyId === undefined) return false
    const label = makeUniqueKeyLabel(
      labelOf(index),
      keys.map((key) => key.label),
    )
    const account = await attempt(() => mainCommands.accounts.addKey({ accountId, pendingKeyId, label }))
    if (!account) return false
    entry.trial.markStored()
    removeEntry(index)
    if (entries.value.length === 0) addEntry()
    return true
  }

  addEntry()
  return {
    entries,
    pendingKeys,
    hasEqualLabels,
    isLabelTaken,
    otherPendingKeyIds,
    error,
    urlError,
    hasUntriedKey,
    isTrying,
    isSaving,
    isUrlError,
    clearTrialErrors,
    addEntry,
    removeEntry,
    save,
    addToOverlappingAccount,
  }
}
