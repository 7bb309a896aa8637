import type { Account } from '#shared/ipc/accounts.ts'

/**
 * Returns the accounts whose label and folder together contain every word of the text. Case, width and kind of kana do
 * not count.
 */
export function filterAccounts(accounts: readonly Account[], text: string): readonly Account[] {
  const words = normalize(text).split(/\s+/u).filter(Boolean)
  return words.length === 0
    ? accounts
    : accounts.filter(({ label, folder }) => {
        const searched = normalize(`${label}\n${folder}`)
        return words.every((word) => searched.includes(word))
      })
}

/** Katakana become hiragana, because an input method offers hiragana first. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ァ-ヶ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) as number) - 0x60))
}
