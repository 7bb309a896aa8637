import type { domainReading as en } from '#renderer/text/en/domain-reading-cost-dialog.ts'

export const domainReading: typeof en = {
  open: '読み直す…',
  title: '選択したドメインを今すぐ読み直しますか？',
  action: '今すぐ読み直す',
  domains: '{n} ドメイン',
  accounts: '{n} アカウント',
  cost: '{accounts}の {domains}: {calls}・{duration}',
  costPartly: '{accounts}の {domains}: {calls}。うち {possible} 回を今すぐ実行できます（{duration}）。',
  costPartlyAfterWait: '{accounts}の {domains}: {calls}。うち {possible} 回は、待ち時間を含めて{duration}かかります。',
  costLater: '{accounts}の {domains}: {calls}。今すぐ実行できる呼び出しはありません。',
  each: '1項目につき1回呼び出します（契約、DNSレコード。有効なドメインでは、ネームサーバー、Whois、レジストラロックも）。',
  later: '1日の呼び出し枠の残りが足りません。残りの呼び出しは、古い呼び出しが枠から外れるまで待機します。',
  limit:
    '呼び出しは各アカウントの1日の呼び出し枠に含まれます。枠の {percent}% を使用している間、ジョブは待機します。残りは変更と注文のために残します。',
  wholeLimit: '呼び出しは各アカウントの1日の呼び出し枠に含まれます。枠を使い切っている間、ジョブは待機します。',
  leaveOutFresh: '読み込み可能な項目をすべて直近 {minutes} 分以内に読み込んだ {n} ドメインを除く',
  allFresh: '読み込み可能な項目は、すべて直近 {minutes} 分以内に読み込んでいます。',
  table: 'アカウント別の呼び出し',
  column: { account: 'アカウント', domains: 'ドメイン', calls: '呼び出し', now: '今すぐ可能' },
  from: '{time}（日本時間）から {n} 回',
  notListed: 'アカウントの一覧にない {n} ドメインは読み込みません。',
  noKeyMayRead: '{n} ドメインは読み込みません。{accounts} に、読み込みに使えるAPIキーがありません。',
  refusedDomains:
    '{n} ドメインは読み込みません。直近 {days} 日以内に、サービスがすべての項目を拒否しています。もう一度試すには、ドメインを開いて「すべて読み直す」を選んでください。',
  refusedDetails: '読み込むドメインの項目のうち、直近 {days} 日以内にサービスが拒否した {n} 項目は読み込みません。',
  paused: 'アカウント {accounts} は一時停止中です。そのドメインは、再開するまで待機します。',
  moreAccounts: '{names} ほか {n} アカウント',
  nothing: '読み込むドメインはありません。',
  started: '{n} ドメインを読み直すジョブを開始しました。',
}
