import type { ComposerTranslation } from 'vue-i18n'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import type { CellContent } from '#renderer/ui/table/table-columns.ts'

/** Returns the colour and label of an account, as a table cell: see `AccountLabel`. */
export function describeAccountCell(accountId: string, hasTitle: boolean, t: ComposerTranslation): CellContent {
  const accounts = useAccounts()
  const account = accounts.byId(accountId)
  const label = account?.label ?? (accounts.isLoaded ? t('common.removedAccount') : '')
  return { text: label, dot: `var(--account-${account?.colour ?? 'slate'})`, title: hasTitle ? label : undefined }
}
