import { computed } from 'vue'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

/** Returns a function that finds a key's label by id; null for a removed key. */
export function useKeyLabels(): (keyId: string) => string | null {
  const accounts = useAccounts()
  const labels = computed(
    () => new Map(accounts.accounts.flatMap(({ keys }) => keys.map(({ id, label }) => [id, label] as const))),
  )
  return (keyId) => labels.value.get(keyId) ?? null
}
