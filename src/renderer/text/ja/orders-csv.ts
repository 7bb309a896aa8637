import type { csv as english } from '#renderer/text/en/orders-csv.ts'

export const csv: typeof english = {
  heading: {
    confirmed: '確定日時（日本時間）',
    account: 'アカウント',
    kind: '内容',
    target: '名前',
    decoded: 'Unicode表記',
    plan: 'プラン',
    months: '月数',
    years: '年数',
    yen: '金額（円）',
    status: '状態',
    held: '保留の理由',
    evidence: '最後の経過',
    evidenceAt: '最後の経過の日時（日本時間）',
    facts: '確認した内容',
    code: 'サービスのコード',
    message: 'サービスのメッセージ',
    expiryDate: '確定時の有効期限',
    sentAt: '初回送信（日本時間）',
    settledAt: '処理日時（日本時間）',
    idempotencyKey: '冪等キー',
    repeats: '再実行の元の注文',
    id: '注文',
  },
  fact: {
    listed: 'サービスの回答に含まれる: {value}',
    status: 'HTTPステータス: {value}',
    stop: '一括注文: {value}',
    intentId: '新しい注文: {value}',
  },
  stop: {
    paused: '一時停止',
    cancelled: '取り下げ',
  },
}
