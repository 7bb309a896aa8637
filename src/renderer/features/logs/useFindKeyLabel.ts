import { computed } from 'vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

/**
 * Returns a function that finds the label of an API key by its ID; null for a removed key. Empty while the accounts are
 * not loaded.
 */
export function useFindKeyLabel(): (keyId: string) => string | null {
  const accounts = useAccounts()
  const labels = computed(
    () => new Map(accounts.accounts.flatMap(({ keys }) => keys.map(({ id, label }) => [id, label] as const))),
  )
  return (keyId) => labels.value.get(keyId) ?? (accounts.isLoaded ? null : '')
}
