import type { TrayAttentionLineText } from './list-tray-attention-lines.ts'

export type TrayLanguage = 'ja' | 'en'

type LineKey = TrayAttentionLineText['key']

interface TrayTexts {
  /** Each text is a noun phrase, because the count is shown after it. Only some texts use the values. */
  lines: Record<LineKey, (values: { days: number; status: string; excludesAccounts: boolean }) => string>
  line: (text: string, count: number) => string
  more: string
  shared: string
  tooltip: (items: number) => string
  offline: string
  calm: string
  calmPaused: string
  calmUnreadable: string
  ordersUnread: string
  unread: string
  unanswered: string
  callsHeld: string
  open: string
  goOffline: string
  goOnline: string
  quit: string
}

/** Procedures by status; an unknown status is shown as it is. */
const procedures: Record<TrayLanguage, Record<string, string>> = {
  en: {
    transfer_action_required: 'Failed transfers to apply for again',
    transferring: 'Domains being transferred',
    pending_create: 'Domains being acquired',
    suspended: 'Suspended servers',
    setup_pending: 'Servers being set up',
  },
  ja: {
    transfer_action_required: '移管に失敗（要再申請）',
    transferring: '移管申請中のドメイン',
    pending_create: '取得処理中のドメイン',
    suspended: '停止中のサーバー',
    setup_pending: 'セットアップ中のサーバー',
  },
}

const withoutLaterWarnings = {
  en: (days: number) => `, only accounts that warn ${days} days ahead`,
  ja: (days: number) => `、${days} 日前からの警告を設定したアカウントのみ`,
}

export const trayTexts: Record<TrayLanguage, TrayTexts> = {
  en: {
    lines: {
      orders_to_decide: () => 'Orders that need a decision',
      orders_stopped: () => 'Orders on hold or declined',
      orders_unsettled: () => 'Orders with unknown outcome',
      keys: () => 'Accounts with a missing or unusable API key',
      key_expiries: () => 'Accounts with an API key that expires within 30 days',
      keychain: () => 'Accounts without access to the keychain',
      syncs: () => 'Accounts with a sync error',
      details: () => 'Accounts with details that a sync could not read',
      shrunken_lists: () => 'Accounts with a list that was not applied',
      denied_lists: () => 'Accounts with a list that no API key may read',
      stale: () => 'Accounts that lack a complete list of the last 24 hours',
      shared_domains: () => 'Accounts that share domains or servers',
      quota: () => 'Accounts that have nearly used the calls of 24 hours',
      domains_gone: () => 'Domains that are no longer in the list of their account',
      servers_gone: () => 'Servers that are no longer in the list of their account',
      domains_expired: () => 'Expired domains',
      domains_expiring: ({ days, excludesAccounts }) =>
        `Active domains due within ${days} ${days === 1 ? 'day' : 'days'} or overdue${excludesAccounts ? withoutLaterWarnings.en(days) : ''}`,
      servers_expiring: ({ days, excludesAccounts }) =>
        `Servers that have expired or expire within ${days} ${days === 1 ? 'day' : 'days'}${excludesAccounts ? withoutLaterWarnings.en(days) : ''}`,
      domains_pending: ({ status }) => procedures.en[status] ?? `Domains: ${status}`,
      servers_pending: ({ status }) => procedures.en[status] ?? `Servers: ${status}`,
    },
    line: (text, count) => `${text}: ${count.toLocaleString('en')}`,
    more: 'More in the overview',
    shared: 'Shared domains and servers are counted in each account',
    tooltip: (items) =>
      items === 1 ? 'Banto: 1 item needs attention' : `Banto: ${items.toLocaleString('en')} items need attention`,
    offline: 'offline',
    calm: 'Nothing needs attention (jobs are not included)',
    calmPaused: 'Keys, syncs, unread lists and unsent orders of paused accounts are not included',
    calmUnreadable: 'Domains and servers that no key may read are not included',
    ordersUnread: 'The order records cannot be read',
    unread: 'Lists are being read',
    unanswered: 'A running sync gets no response at the moment',
    callsHeld: 'Calls are on hold',
    open: 'Open Banto',
    goOffline: 'Go offline',
    goOnline: 'Go online',
    quit: 'Quit Banto',
  },
  ja: {
    lines: {
      orders_to_decide: () => '判断が必要な注文',
      orders_stopped: () => '停止中または不成立の注文',
      orders_unsettled: () => '結果不明の注文',
      keys: () => 'APIキーがない、または使用できないアカウント',
      key_expiries: () => 'APIキーの有効期限が30日以内のアカウント',
      keychain: () => 'キーチェーンを利用できないアカウント',
      syncs: () => '同期エラーのアカウント',
      details: () => '同期で読み込めなかった詳細があるアカウント',
      shrunken_lists: () => '一覧が反映されていないアカウント',
      denied_lists: () => '一覧を読めるAPIキーがないアカウント',
      stale: () => '24時間以内の完全な一覧がそろっていないアカウント',
      shared_domains: () => 'ドメインまたはサーバーが重複するアカウント',
      quota: () => '24時間の呼び出し枠をほぼ使用したアカウント',
      domains_gone: () => 'アカウントの一覧からなくなったドメイン',
      servers_gone: () => 'アカウントの一覧からなくなったサーバー',
      domains_expired: () => '期限切れのドメイン',
      domains_expiring: ({ days, excludesAccounts }) =>
        `期限が ${days} 日以内の有効なドメイン（超過を含む${excludesAccounts ? withoutLaterWarnings.ja(days) : ''}）`,
      servers_expiring: ({ days, excludesAccounts }) =>
        `期限切れまたは ${days} 日以内に期限を迎えるサーバー${excludesAccounts ? withoutLaterWarnings.ja(days) : ''}`,
      domains_pending: ({ status }) => procedures.ja[status] ?? `ドメイン: ${status}`,
      servers_pending: ({ status }) => procedures.ja[status] ?? `サーバー: ${status}`,
    },
    line: (text, count) => `${text}: ${count.toLocaleString('ja')}`,
    more: 'ほかの項目は概要に表示',
    shared: '共有ドメイン・サーバーは各アカウントで重複して計上',
    tooltip: (items) => `Banto: 要対応 ${items.toLocaleString('ja')} 件`,
    offline: 'オフライン',
    calm: '要対応の項目はありません（ジョブを除く）',
    calmPaused: '一時停止中のアカウントのAPIキー、同期、未読み込みの一覧と、一時停止のため送信できない注文は含みません',
    calmUnreadable: 'どのAPIキーの権限でも読めないドメイン・サーバーは含みません',
    ordersUnread: '注文の記録を読み込めません',
    unread: '一覧を読み込み中です',
    unanswered: '実行中の同期に、現在応答がありません',
    callsHeld: '呼び出しを待機しています',
    open: 'Bantoを開く',
    goOffline: 'オフラインにする',
    goOnline: 'オンラインにする',
    quit: 'Bantoを終了',
  },
}
