import type { KeyInformation } from '#shared/api/key-and-log-endpoints.ts'
import { toKeyGrantRows, type KeyGrantRow } from './key-grant-rows.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string
type HasText = (key: string) => boolean

/**
 * Describes the permissions of a key in one line: by service, with the categories of a custom permission, and which
 * orders it may place.
 */
export function describeKeyGrants(me: KeyInformation, t: Translate, hasText: HasText): string {
  const rows = toKeyGrantRows(me)
  if (rows === null) return t('accounts.grants.notStated')
  if (rows.length === 0) return t('accounts.grants.noServices')
  return rows.map((row) => describeRow(row, t, hasText)).join(' · ')
}

function describeRow({ service, permission, categories, orders }: KeyGrantRow, t: Translate, hasText: HasText): string {
  /** The app's text for a name of the service; without one, the name itself. */
  const word = (area: 'services' | 'types' | 'categories', name: string): string => {
    const key = `accounts.grants.${area}.${name}`
    return hasText(key) ? t(key) : name || t('common.unknown')
  }
  const named = categories.map(({ name, permission: level }) => `${word('categories', name)} ${word('types', level)}`)
  const kind = word('types', permission)
  return t('accounts.grants.line', {
    service: word('services', service),
    permissions: [
      named.length > 0
        ? t('accounts.grants.byCategory', { kind, categories: named.join(t('common.listSeparator')) })
        : kind,
      ...(orders === null ? [] : [t(`accounts.grants.${orders}`)]),
    ].join(t('common.listSeparator')),
  })
}
