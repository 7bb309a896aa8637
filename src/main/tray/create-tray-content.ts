import { getAttentionUrgency } from '#shared/attention/group-attention-by-urgency.ts'
import type { ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'
import type { TrayContent, TrayMenuItem } from '#main/tray-icon-port.ts'
import { listTrayAttentionLines, type TrayAttentionLine } from './list-tray-attention-lines.ts'
import { trayTexts, type TrayLanguage } from './tray-texts.ts'

/** Maximum number of lines in the menu. The overview lists everything. */
const maxLines = 6

export interface TrayContentInput {
  /** Everything that needs attention, worst first. Null: not known, because the database cannot be used. */
  items: readonly ShownAttentionItem[] | null
  /** True while lists are being read. No `items` then do not prove that nothing needs attention. */
  isReadingLists: boolean
  /** True while a running sync gets no answer. No `items` then do not prove that nothing needs attention, either. */
  isSyncUnanswered: boolean
  /**
   * True while calls of accounts are on hold because the service may have blocked an address, or refused keys. The user
   * may have to resume them.
   */
  areCallsHeld: boolean
  /** False if the order records cannot be read. No orders in `items` then do not prove that there are none. */
  areOrdersKnown: boolean
  /** `items` leaves out what only a call could resolve for these accounts. */
  hasPausedAccounts: boolean
  /** `items` may leave out domains and servers that no key reads. */
  mayHaveEntriesThatNoKeyReads: boolean
  isOffline: boolean
  language: TrayLanguage
}

export interface TrayActions {
  openPage: (link: PageLink) => void
  showWindow: () => void
  setOffline: (isOffline: boolean) => void
  quit: () => void
}

export function createTrayContent(
  {
    items,
    isReadingLists,
    isSyncUnanswered,
    areCallsHeld,
    areOrdersKnown,
    hasPausedAccounts,
    mayHaveEntriesThatNoKeyReads,
    isOffline,
    language,
  }: TrayContentInput,
  { openPage, showWindow, setOffline, quit }: TrayActions,
): TrayContent {
  const text = trayTexts[language]

  function listWordsWithoutLines(): string[] {
    if (areCallsHeld) return [text.callsHeld]
    if (isSyncUnanswered) return [text.unanswered]
    if (isReadingLists) return [text.unread]
    if (!areOrdersKnown) return []
    return [
      text.calm,
      ...(hasPausedAccounts ? [text.calmPaused] : []),
      ...(mayHaveEntriesThatNoKeyReads ? [text.calmUnreadable] : []),
    ]
  }

  // The rows that the overview counts as "now" and "soon": what is running needs nothing from the user.
  const count = (items ?? []).filter((item) => getAttentionUrgency(item) !== 'running').length
  const lines = listTrayAttentionLines(items ?? [])
  const toMenuItem = (line: TrayAttentionLine): TrayMenuItem => ({
    label: text.line(
      text.lines[line.text.key]({ days: 0, status: '', excludesAccounts: false, ...line.text }),
      line.count,
    ),
    onClick: () => openPage(line.link),
  })
  const attention: TrayMenuItem[] =
    lines.length > 0
      ? [
          ...lines.slice(0, maxLines).map(toMenuItem),
          ...(lines.length > maxLines
            ? [{ label: text.more, onClick: () => openPage({ page: 'overview', accountIds: null }) }]
            : []),
          ...((items ?? []).some(({ kind }) => kind === 'shared_domains')
            ? [{ label: text.shared, onClick: null }]
            : []),
        ]
      : listWordsWithoutLines().map((label) => ({ label, onClick: null }))
  if (!areOrdersKnown) attention.unshift({ label: text.ordersUnread, onClick: null })
  const name = count > 0 ? text.tooltip(count) : 'Banto'
  return {
    count,
    tooltip: isOffline ? `${name} (${text.offline})` : name,
    menu: [
      ...(items === null ? [] : [attention]),
      [
        { label: text.open, onClick: showWindow },
        ...(items === null
          ? []
          : [{ label: isOffline ? text.goOnline : text.goOffline, onClick: () => setOffline(!isOffline) }]),
      ],
      [{ label: text.quit, onClick: quit }],
    ],
  }
}
