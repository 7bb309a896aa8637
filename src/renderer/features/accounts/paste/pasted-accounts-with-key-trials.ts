import { getPastedAccountGroupingKey, type PastedAccountRow } from '#shared/pasted-accounts/parse-pasted-accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Account, AccountColour, KeyOwnerComparison, KeyTrialResult } from '#shared/ipc/accounts.ts'
import { proposeKeyLabel } from '#shared/unique-key-label.ts'
import { createEmptyAccountDraft } from '#renderer/features/accounts/account-draft.ts'

/**
 * `waiting`: not tested. `works`: main keeps the tested key. `failed`: the test or the adding failed. `added`: stored
 * in the account `addedTo`.
 */
export type PastedKeyState = 'waiting' | 'testing' | 'works' | 'failed' | 'adding' | 'added'

/** Where a key that works is added: the pasted account, no account, or the stored account with this ID. */
export type PastedKeyDestination = 'pasted_account' | 'none' | { accountId: string }

/** One line of the pasted table, without its API key. */
export interface PastedKey {
  line: number
  label: string
  state: PastedKeyState
  /** True while the key itself is still known, so that it can be tested. */
  isTestable: boolean
  trial: KeyTrialResult | null
  error: AppError | null
  destination: PastedKeyDestination
  addedTo: string | null
}

export interface PastedAccount {
  label: string
  folder: string
  baseUrl: string
  colour: AccountColour
  /** The account's ID after it was added. */
  accountId: string | null
  /** The comparison of the users of the keys that work; null for fewer than two keys. */
  ownerMatch: KeyOwnerComparison | null
  keys: PastedKey[]
}

/**
 * Returns the accounts of a pasted table, with the least used colours. Keys without a label get a proposal of
 * `nameKey`.
 */
export function toPastedAccounts(
  rows: readonly PastedAccountRow[],
  existing: readonly Pick<Account, 'colour'>[],
  nameKey: (n: number) => string,
): PastedAccount[] {
  const accounts: PastedAccount[] = []
  for (const group of Map.groupBy(rows, getPastedAccountGroupingKey).values()) {
    const { label, baseUrl } = group[0] as PastedAccountRow
    const taken = group.map(({ keyLabel }) => keyLabel)
    const keys = group.map(({ line, keyLabel }, index): PastedKey => {
      const proposed = keyLabel === '' ? proposeKeyLabel(nameKey, index + 1, taken) : keyLabel
      taken.push(proposed)
      return {
        line,
        label: proposed,
        state: 'waiting',
        isTestable: true,
        trial: null,
        error: null,
        destination: 'pasted_account',
        addedTo: null,
      }
    })
    accounts.push({
      label,
      folder: group.find(({ folder }) => folder !== '')?.folder ?? '',
      baseUrl,
      colour: createEmptyAccountDraft([...existing, ...accounts]).colour,
      accountId: null,
      ownerMatch: null,
      keys,
    })
  }
  return accounts
}

/** True if the account is not stored so far, and one of its keys is not meant for another account or for none. */
export function mayBecomeStoredAccount({ accountId, keys }: PastedAccount): boolean {
  return accountId === null && keys.some(({ destination }) => destination === 'pasted_account')
}

/** Returns the keys that would be added to the pasted account itself. */
function keysForAccount({ keys }: PastedAccount): PastedKey[] {
  return keys.filter(({ state, destination }) => state === 'works' && destination === 'pasted_account')
}

/**
 * True if the account would be stored with some of its keys only. False once it is stored: it may already lack keys.
 */
export function wouldPastedAccountBeIncomplete(account: PastedAccount): boolean {
  if (account.accountId !== null) return false
  const isLeftOut = ({ state, destination }: PastedKey) =>
    !(state === 'added' || state === 'adding' || (state === 'works' && destination !== 'none'))
  return keysForAccount(account).length > 0 && account.keys.some(isLeftOut)
}

/**
 * Returns the keys that are added to the pasted account; none if it would be incomplete and `addsIncompleteAccounts` is
 * false.
 */
export function listKeysToAddToPastedAccount(account: PastedAccount, addsIncompleteAccounts: boolean): PastedKey[] {
  return addsIncompleteAccounts || !wouldPastedAccountBeIncomplete(account) ? keysForAccount(account) : []
}

/** Returns the keys that the user wants to add to stored accounts. */
export function listKeysToAddToStoredAccounts({
  keys,
}: PastedAccount): (PastedKey & { destination: { accountId: string } })[] {
  return keys.filter(
    (key): key is PastedKey & { destination: { accountId: string } } =>
      key.state === 'works' && typeof key.destination === 'object',
  )
}
