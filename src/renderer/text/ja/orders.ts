import type { orders as english } from '#renderer/text/en/orders.ts'
import { accountNotInBanto } from './common.ts'
import { ordersCsvExport } from './orders-csv-export.ts'
import { ordersDetails } from './orders-details.ts'
import { externalPurchases } from './orders-external-purchases.ts'
import { ordersRenew } from './orders-renew.ts'
import { ordersRuns } from './orders-runs.ts'
import { spending } from './orders-spending.ts'
import { orderStatus } from './orders-status.ts'

export const orders: typeof english = {
  title: '注文',
  page: {
    orders: '注文一覧',
    'orders-renew': '更新',
    'orders-acquire': 'ドメイン取得',
    'orders-transfer': '移管',
    'orders-server': 'サーバー注文',
    'orders-spending': '支出',
    'orders-external-purchases': 'Banto以外での購入',
  },
  ...orderStatus,
  extent: { order: '{plan} · {n} か月', years: '{n} 年', transfer: '1年延長' },
  waitsForYou: '対応が必要なBantoでの注文（要判断・停止中・不成立・要再申請）が {n} 件あります',
  waitsForYouInAllAccounts:
    'すべてのアカウント: 対応が必要なBantoでの注文（要判断・停止中・不成立・要再申請）が {n} 件あります',
  needsYouCount: '{n} 件の注文に判断が必要です',
  count: '{n} 件',
  matching: '{total} 件中 {n} 件',
  column: {
    state: '状態',
    target: '名前',
    kind: '内容',
    account: 'アカウント',
    yen: '金額',
    createdAt: '注文日時（日本時間）',
    age: '経過',
  },
  filter: {
    text: '名前で絞り込み',
    kind: '種類',
    anyKind: 'すべての種類',
    state: '状態で絞り込み',
    waitsForUser: '要対応',
    notSent: '送信待ち・停止中',
    all: 'すべて',
    clear: '絞り込みを解除',
    run: '同時に行った注文',
    waitsFor: {
      balance: '{run}: 残高不足で未対応の注文',
      declined: '{run}: 不成立で未対応の注文',
      hold: '{run}: 対応が必要な停止中の注文',
    },
    stopped: '停止中・不成立で未対応',
    removeStopped: 'ほかの注文も表示（絞り込みを解除: {filter}）',
    newer: 'これより新しい注文は非表示',
    removeRun: 'ほかの注文も表示（絞り込みを解除: {run}）',
  },
  empty: {
    title: '注文はありません',
    text: '選択中のアカウントでBantoから行った購入・更新と、その結果や根拠がここに表示されます。',
    noAccount: 'アカウントがありません。Bantoから行った購入・更新がここに表示されます。',
    action: 'ドメインを更新',
  },
  noMatch: { title: '該当する注文はありません', text: 'この条件に合う注文はありません。' },
  ...ordersDetails,
  csv: ordersCsvExport,
  offline: 'オフラインで作業中です。',
  mayNotCheck: {
    offline: 'オフラインで作業中です。',
    keychain: 'キーチェーンを利用できません。',
    blocked: 'アカウントのすべての呼び出しを待機中です。',
    noAccount: accountNotInBanto,
    paused: 'アカウントは一時停止中です。',
    noKey: '使えるAPIキーがアカウントにありません。',
    noPermission: '確認に必要な権限のある利用可能なAPIキーがアカウントにありません。',
  },
  and: '、',
  ofTarget: {
    title: '注文',
    none: { domain: 'Bantoでの注文はありません', server: 'このサーバーIDでのBantoの注文はありません' },
    all: '全 {n} 件を表示',
    newest: '全 {total} 件のうち、新しい {n} 件を表示',
    removedAccount: '（Bantoにないアカウント）',
  },
  orderAgainAtNewPrices: {
    page: '料金を再確認',
    title: '{n} 件の料金を再確認',
    was: '確定時',
    now: '現在の料金',
    moved: '有効期限が {was} から {now} に変わったため除外',
    nothing: '料金を再確認する注文はありません',
  },
  run: ordersRuns,
  journal: {
    recovered: {
      title: '注文の記録を修復しました。',
      text: '2つのファイルの少なくとも一方が壊れていました。どちらかで壊れていなかった記録は復元しました。',
    },
    lost: 'どちらのファイルからも読み取れない記録が {n} 件あります。内容はプロファイルフォルダーに退避しました。',
    failing: '前回、注文の記録を保存できませんでした。',
    closed: 'このウィンドウでは注文の表示と購入ができません。',
  },
  renew: ordersRenew,
  spending,
  externalPurchases,
}
