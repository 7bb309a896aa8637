import { useI18n } from 'vue-i18n'

/** A list whose rows can be selected. */
export type SelectableListName = 'domains' | 'servers'

/** Returns a function that formats a number of rows, with the Japanese counter word of the list. */
export function useFormatDomainOrServerCount(list: SelectableListName): (n: number) => string {
  const { t, locale } = useI18n()
  return (n) => t(`listTools.selection.rows.${list}`, { n: n.toLocaleString(locale.value) })
}
