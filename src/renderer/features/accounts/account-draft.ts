import type { Account, AccountColour } from '#shared/ipc/accounts.ts'
import { accountColours } from '#shared/ipc/accounts.ts'

/** The account fields that the user edits. */
export interface AccountDraft {
  label: string
  colour: AccountColour
  folder: string
  notes: string
}

export function toAccountDraft(account: Account): AccountDraft {
  const { label, colour, folder, notes } = account
  return { label, colour, folder, notes }
}

/** An empty draft with the least used colour. */
export function createEmptyAccountDraft(accounts: readonly Pick<Account, 'colour'>[]): AccountDraft {
  const uses = (colour: AccountColour) => accounts.filter((account) => account.colour === colour).length
  const candidates = accountColours.filter((colour) => colour !== 'slate')
  const colour = candidates.reduce((best, each) => (uses(each) < uses(best) ? each : best), 'blue' as AccountColour)
  return { label: '', colour, folder: '', notes: '' }
}
