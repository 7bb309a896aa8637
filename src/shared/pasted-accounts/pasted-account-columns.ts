/** The columns of a pasted table of accounts, in the order that applies without a heading row. */
export const pastedAccountColumns = ['label', 'folder', 'baseUrl', 'keyLabel', 'secret'] as const
export type PastedAccountColumn = (typeof pastedAccountColumns)[number]

/** Names of the columns in a heading row, as `normalizeName` returns them. */
const columnNames: Record<PastedAccountColumn, readonly string[]> = {
  label: ['label', 'account', 'accountlabel', 'accountname', 'name', '表示名', 'アカウント', 'アカウント名', '名前'],
  folder: ['folder', 'フォルダー', 'フォルダ'],
  baseUrl: ['baseurl', 'url', 'ベースurl'],
  keyLabel: [
    'keylabel',
    'keyname',
    'apikeylabel',
    'apikeyname',
    'apiキーの表示名',
    'apiキー名',
    'キーの表示名',
    'キー名',
  ],
  secret: ['apikey', 'key', 'apiキー', 'キー'],
}

/**
 * Returns the column with this name, in English or Japanese; null if no column has it. Case, blanks, `-` and `_` do not
 * count.
 */
export function findPastedAccountColumnByHeading(name: string): PastedAccountColumn | null {
  const wanted = normalizeName(name)
  return pastedAccountColumns.find((column) => columnNames[column].includes(wanted)) ?? null
}

function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, '')
}
