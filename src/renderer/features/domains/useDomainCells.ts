import { useI18n } from 'vue-i18n'
import { getTld } from '#shared/get-tld-and-detect-jp-domains.ts'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { describeAccountCell } from '#renderer/components/describe-account-cell.ts'
import { decodePunycode } from '#renderer/ui/format/decode-punycode.ts'
import { formatNumber } from '#renderer/ui/format/format-number.ts'
import { describeResourceStatus } from '#renderer/ui/status/describe-resource-status.ts'
import type { CellContent, CellContentFunctions } from '#renderer/ui/table/table-columns.ts'
import { describeExpiry } from '#renderer/ui/time/describe-expiry.ts'
import { formatAge, formatAgeRange } from '#renderer/ui/time/format-relative-time.ts'
import { formatTimeTooltip } from '#renderer/ui/time/format-time-tooltip.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { formatJapanTime } from '#shared/japan-time.ts'

/** The cells of the domain list, which are described for every row that scrolls into view. */
export function useDomainCells(): CellContentFunctions<DomainRow> {
  const { t, locale } = useI18n()
  const now = useNowEachTenSeconds()

  /**
   * The tooltip with the age of a detail. Details are read with their own calls, so their age differs from the list's.
   */
  function readTitle(at: number | null | undefined): string | undefined {
    return at ? t('domains.readAge', { age: formatAge(at, now.value, t), time: formatTimeTooltip(at, t) }) : undefined
  }

  function describeAutoRenew({ autoRenew, detailReadAt }: DomainRow, hasTitle: boolean): CellContent {
    if (autoRenew === null)
      return {
        text: '—',
        class: 'grey',
        title: hasTitle ? t(detailReadAt ? 'domains.autoRenew.notGiven' : 'domains.autoRenew.unread') : undefined,
      }
    return {
      text: t(autoRenew ? 'domains.autoRenew.on' : 'domains.autoRenew.off'),
      class: autoRenew ? '' : 'grey',
      title: hasTitle ? readTitle(detailReadAt) : undefined,
    }
  }

  function describeRecords({ records, zoneReadAt }: DomainRow, hasTitle: boolean): CellContent {
    if (records === null) return describeNoValue(hasTitle)
    return { text: formatNumber(records, locale.value), title: hasTitle ? readTitle(zoneReadAt) : undefined }
  }

  /** A row does not tell whether a detail was not read or was refused by the service. */
  function describeNoValue(hasTitle: boolean): CellContent {
    return { text: '—', class: 'grey', title: hasTitle ? t('domains.noValue') : undefined }
  }

  function describeState(isOn: boolean | null, hasTitle: boolean): CellContent {
    if (isOn === null) return describeNoValue(hasTitle)
    return { text: t(isOn ? 'domains.autoRenew.on' : 'domains.autoRenew.off'), class: isOn ? '' : 'grey' }
  }

  /** The list and each detail of a row are read by separate calls. */
  function describeReadAt(row: DomainRow, hasTitle: boolean): CellContent {
    const times = {
      list: row.readAt,
      detail: row.detailReadAt ?? null,
      zone: row.zoneReadAt,
      nameservers: row.nameserversReadAt ?? null,
      whois: row.whoisReadAt ?? null,
      lock: row.lockReadAt ?? null,
    }
    const known = Object.values(times).filter((at) => at !== null)
    const [newest, oldest] = [Math.max(...known), Math.min(...known)]
    return {
      text: formatAgeRange(newest, oldest, now.value, t),
      class: newest === oldest ? 'grey' : 'grey clipped',
      title: hasTitle
        ? Object.entries(times)
            .flatMap(([part, at]) => (at === null ? [] : [ageTitle(t(`domains.readOf.${part}`), at)]))
            .join('\n')
        : undefined,
    }
  }

  function ageTitle(label: string, at: number): string {
    const time = t('common.japanTime', { time: formatJapanTime(at) })
    return t('common.ageOf', { label, age: formatAge(at, now.value, t), time })
  }

  return {
    name: ({ name, decodedName }, hasTitle) => ({
      text: decodedName ?? name,
      class: 'mono',
      title: hasTitle ? (decodedName ? `${decodedName}\n${name}` : name) : undefined,
    }),
    account: ({ accountId }, hasTitle) => describeAccountCell(accountId, hasTitle, t),
    status({ status, goneSince }, hasTitle) {
      const { icon, tone, word } = describeResourceStatus({ kind: 'domain', status, goneSince }, t)
      // A status that the app does not know may be wider than its column.
      return { text: word, class: tone === 'quiet' ? 'quiet clipped' : tone, icon, title: hasTitle ? word : undefined }
    },
    /** The date of a gone row is only that of the last reading. */
    expiry({ expiryDate, goneSince }) {
      const { tone, words } = describeExpiry(goneSince === null ? expiryDate : null, now.value, t)
      return {
        text: expiryDate ?? '—',
        class: expiryDate === null ? 'grey' : tone === 'past' ? 'number clipped' : 'number',
        note: words === null ? null : { text: words, tone },
      }
    },
    autoRenew: describeAutoRenew,
    tld: ({ name }) => ({ text: `.${decodePunycode(getTld(name)) ?? getTld(name)}` }),
    nameservers({ nameservers = [] }, hasTitle) {
      if (nameservers.length === 0) return describeNoValue(hasTitle)
      return { text: nameservers.join(', '), class: 'mono', title: hasTitle ? nameservers.join('\n') : undefined }
    },
    lock: ({ isLocked = null }, hasTitle) => describeState(isLocked, hasTitle),
    privacy: ({ hasWhoisPrivacy = null }, hasTitle) => describeState(hasWhoisPrivacy, hasTitle),
    records: describeRecords,
    readAt: describeReadAt,
    lastSeen: (row, hasTitle) => ({
      ...describeReadAt(row, hasTitle),
      text: formatJapanTime(row.readAt).slice(0, 16),
      class: 'grey number',
    }),
  }
}
