import type { forgetGone as en } from '#renderer/text/en/forget-gone.ts'

export const forgetGone: typeof en = {
  title: { domains: '一覧にないドメイン', servers: '一覧にないサーバー' },
  about: {
    domains: 'アカウントの一覧に含まれなくなったドメインです。最後に読み込んだ内容は、削除するまで閲覧できます。',
    servers: 'アカウントの一覧に含まれなくなったサーバーです。最後に読み込んだ内容は、削除するまで閲覧できます。',
  },
  none: { domains: '一覧にないドメインはありません', servers: '一覧にないサーバーはありません' },
  noneText: {
    domains: '選択中のアカウントに、「一覧になし」のドメインはありません。',
    servers: '選択中のアカウントに、「一覧になし」のサーバーはありません。',
  },
  showListed: '一覧を表示',
  lastSeen: '状態の最終確認',
  forget: '保存内容を削除…',
  forgetSome: '{n} 件の保存内容を削除…',
  forgetAll: { domain: '全 {n} 件の保存内容を削除…', server: '全 {n} 台の保存内容を削除…' },
  forgetMatching: { domain: '該当する {n} 件の保存内容を削除…', server: '該当する {n} 台の保存内容を削除…' },
  confirmOne: '{name} の保存内容を削除しますか？',
  confirm: {
    domain: '{account} の一覧にないドメイン {n} 件の保存内容を削除しますか？',
    server: '{account} の一覧にないサーバー {n} 台の保存内容を削除しますか？',
  },
  accounts: '{n} アカウント',
  deletes: 'このコンピューターから次の内容が削除されます。',
  rows: { domain: 'アカウントの一覧にないドメイン {n} 件', server: 'アカウントの一覧にないサーバー {n} 台' },
  records: '保存済みのDNSレコード {n} 件',
  details: {
    domain: 'その他の読み込み済みの情報（契約、ネームサーバー、Whois、ロック）{n} 件',
    server: '読み込み済みの情報（サーバー情報、使用状況）{n} 件',
  },
  usageReadings: 'サーバーの日ごとの使用状況 {n} 件',
  annotations: { domain: 'ドメイン {n} 件のタグ、顧客、ノート', server: 'サーバー {n} 台のタグ、顧客、ノート' },
  zoneDrafts: '未送信のゾーンの下書き {n} 件',
  keeps: {
    domain:
      '変更の履歴、スナップショット、ジョブ、注文、ログは残ります。スナップショットは、ドメインが再びアカウントの一覧に載った場合にのみ表示されます。',
    server: '変更の履歴、ジョブ、注文、ログは残ります。',
  },
  untouched: 'サービスへの呼び出しは行いません。サービス側には影響しません。',
  noUndo: 'この操作は元に戻せません。アカウントの一覧に再び含まれた場合は、この内容なしで表示されます。',
  action: { domain: 'ドメイン {n} 件の保存内容を削除', server: 'サーバー {n} 台の保存内容を削除' },
  actionOne: '{name} の保存内容を削除',
  working: 'データを削除しています。その間もほかの作業を続けられます。',
  done: { domain: 'ドメイン {n} 件の保存内容を削除しました。', server: 'サーバー {n} 台の保存内容を削除しました。' },
  listedAgain: '{n} 件は再び一覧に含まれたため、残しました。',
  nothing: '削除する内容はありません。再び一覧に含まれたか、すでに削除されています。',
}
