import type { ordersDetails as english } from '#renderer/text/en/orders-details.ts'
import { accountNotInBanto } from './common.ts'

export const ordersDetails: typeof english = {
  laterOrder: '後の注文: {state}',
  replaced: '新しい注文に置き換え',
  obsoleteReason: {
    renewed: 'ドメインは更新済みです。現在の有効期限は {now} です（料金の確認時は {was}）。',
    gone: '最後に読み込んだ一覧に、このドメインはありません。',
    listed: '最後に読み込んだアカウントの一覧にあります。',
    listed_in_other_account: '同じサービスの別のアカウントの、最後に読み込んだ一覧にあります。',
    no_account: accountNotInBanto,
  },
  targetDifference: {
    renewal: '送信前の確認（{time} 日本時間）: {facts}。注文時の有効期限: {date}。',
    other: '送信前の確認（{time} 日本時間）: {facts}。',
  },
  unknownKey: 'BantoにないAPIキー',
  keyAcceptedSince: 'その後、このAPIキーはサービスに認証されています。',
  steps: '経過',
  mayBeSentAgain:
    '結果をドメインで確認できない場合は、最初の送信から47時間以内に限り、同じ冪等キーで同じリクエストを再送します。課金は最大1回です。',
  stoppedTooOldToResend:
    '一括注文を一時停止しています。最初の送信から47時間以上たっているため、再開しても再送信せず、結果の確認だけを行います。',
  notSent: {
    offline: 'オフラインで作業中は送信しません。',
    keychain: 'キーチェーンを読み込めない間は送信しません。',
    paused: 'アカウントの一時停止中は送信しません。',
    readOnly: 'アカウントが読み取り専用の間は送信しません。',
    noKey: 'アカウントに利用できるAPIキーがない間は送信しません。',
  },
  callWait: {
    until: '次の呼び出しは {time}（日本時間）以降です。',
    held: '呼び出しは待機中です。',
    heldUntil:
      '呼び出しは {time}（日本時間）まで待機します。それまでにAPIキーが認証された場合は、その時点で再開します。',
  },
  nextCheck: {
    soon: '次の自動確認: まもなく',
    planned: '次の自動確認:',
    not_before: 'このアカウントの呼び出しは待機中です。次の自動確認（最短）:',
    held: '次の自動確認: 待機中の呼び出しの再開後',
  },
  serverTime: 'サービスの時計: {time}（日本時間）',
  readAgain: '今すぐ確認',
  copyKey: '冪等キーをコピー',
  openOther: 'その注文を開く',
  showRun: '同時に行った注文を表示',
  openDomain: 'ドメインを開く',
  openServer: 'サーバーを開く',
  drawer: { title: '注文', gone: 'この注文は記録にありません' },
  facts: {
    what: '内容',
    domain: 'ドメイン',
    server: 'サーバー',
    account: 'アカウント',
    yen: '注文時の金額',
    punycode: 'Punycode',
    autoRenew: '自動更新',
    partnerCode: 'パートナーコード',
    nameservers: 'ネームサーバー',
    ownNameservers: 'サービスの標準',
    expiry: '注文時の有効期限',
    createdAt: '注文日時',
    sentAt: '送信開始',
    settledAt: '処理日時',
    checkedAt: '確認でわかった日時',
    recordedAt: '結果の記録日時',
    cancelledAt: '取り下げ日時',
    key: 'APIキー',
    idempotencyKey: '冪等キー',
    run: '同時に行った注文',
    repeats: '再実行の元',
  },
  fact: {
    listed: 'このアカウントで見つかりました',
    notListed: 'このアカウントでは見つかりませんでした',
    becomes: '状態: {value}',
    expiry_date: '有効期限: {value}',
    previous_expiry_date: '以前の有効期限: {value}',
    renewed: '更新済み: {value}',
    server_id: 'サーバーID: {value}',
    servername: 'サーバー名: {value}',
    appeared: 'アカウントの新しいサーバー: {value}',
    happened: '受け付けられたと記録: {value}',
    attempt: '{value} 回目の送信開始（冪等キーは同じ）',
    mayStillArrive: '後から反映される可能性がある: {value}',
    repeat: 'もう一度注文: {value}',
  },
  trueFact: {
    renewed: '更新の応答あり',
    mayStillArrive: '後から反映される可能性があります',
    differsInPlan: '注文と異なるプラン（別の注文によるものかもしれません）',
    differsInTerm: '有効期限が注文した期間と合いません（別の注文によるものかもしれません）',
  },
  decision: {
    accepted: '「受け付けられた」と記録',
    notAccepted: '「受け付けられなかった」と記録（再注文なし）',
    orderedAgain: '「受け付けられなかった」と記録（再注文あり）',
  },
  manualSettlement: {
    title: '結果を記録',
    known: 'わかっていること',
    whatToCheckTitle: 'サービスの管理画面で確認すること',
    sent: '{time}（日本時間）に送信を開始しました。 | {time}（日本時間）から {n} 回、送信を開始しました（冪等キーはすべて同じ）。',
    answer: {
      none: '応答はありませんでした。',
      unclear: '応答からは、実行の有無を判断できません。',
      serverError: 'サービス側のエラーという応答でした。課金された可能性も、されていない可能性もあります。',
    },
    read: '記録された最後の確認 {time}（日本時間）: {facts}。',
    readBeforeDecision: 'ご判断の前に記録された最後の確認 {time}（日本時間）: {facts}。',
    unchanged: '送信後の {time}（日本時間）の時点で、有効期限は {date} のままでした。',
    notRead: 'この注文の確認結果はまだ記録されていません。',
    checkedBeforeSendings:
      '再送信の直前の確認でも、実行の有無はわかりませんでした（確認の結果は「経過」にあります）。 | {n} 回の再送信それぞれの直前の確認でも、実行の有無はわかりませんでした（確認の結果は「経過」にあります）。',
    unrecorded:
      '再送信の直前の確認は記録されていません。 | {total} 回の再送信のうち {n} 回は、直前の確認が記録されていません。',
    appeared: '送信後に追加されたサーバー: {servers}',
    answered: '応答に示されたサーバーは {servers} です。この注文のサーバーIDとは異なります。',
    whatToCheck: {
      renew:
        '{name} を開いてください。有効期限が {expected} なら、この注文または別の更新によるものです。{date} より後の別の日付なら別の更新があり、この注文も受け付けられた可能性があります。いずれの場合も支払い履歴で判断してください。',
      acquire:
        '{account} のドメイン一覧で {name} を探してください。状態が「有効」または「取得処理中」であれば、この注文または別の取得が受け付けられています。支払い履歴で判断してください。',
      transfer:
        '{account} のドメインと移管の一覧で {name} を探してください。状態が「有効」または「移管申請中」であれば、この注文または別の移管が受け付けられています。支払い履歴で判断してください。',
      order:
        '{account} のサーバー一覧で、サーバーID {name} または心当たりのないサーバーを探してください。状態が「稼働中」または「セットアップ中」であれば、この注文または別の注文が受け付けられています。支払い履歴で判断してください。',
      appeared:
        '次のサーバーがこの注文によるものか確認してください: {servers}。サービスがサーバーID {name} を変更した可能性があります。この注文によるものがあれば、注文は受け付けられています。',
      payments:
        '{account} の支払い履歴で、{time}（日本時間）以降の {name} の支払い（{amount}）を探してください。同じ金額の別の支払いもあり得ます。',
    },
  },
  recordOutcome: {
    readsServersFirst: 'アカウントのサーバー一覧を読み込んでから記録します。',
    accepted: {
      button: '受け付けられた',
      title: '{name} を「受け付けられた」と記録しますか？',
      body: '{account} の {amount} を支出に計上し、この注文を閉じます。何も送信しません。',
      action: '「受け付けられた」と記録',
    },
    notAccepted: {
      button: '受け付けられなかった',
      title: '{name} を「受け付けられなかった」と記録しますか？',
      body: 'この注文を閉じます。支出には計上しません。注文は送信しません。サービスで後から実行された場合は課金されます。',
      action: '「受け付けられなかった」と記録',
    },
    priceChanged: {
      title: '{name} の料金が変わりました',
      body: '{name} の現在の料金は {now} です。{amount} で確定した注文をもう一度送信しても、サービスで不成立になります。「受け付けられなかった」と記録してから、新しい料金で注文し直してください。ここでは注文を送信しません。',
    },
    orderAgain: {
      button: '受け付けられなかった（もう一度注文）',
      title: '{name} を新しい注文で支払いますか？',
      body: 'この注文を「受け付けられなかった」と記録して閉じ、{account} から {amount} の新しい注文を新しい冪等キーで行います。すぐに送信します（オフラインの間、アカウントの一時停止中、Bantoで読み取り専用の間、注文のAPIキーを利用できない間、呼び出しの待機中は送信せず、その後に送信します。ただし、新しい注文の確定・再開・送信のいずれからも1日以上たっていると、「再開」を待ちます）。',
      bodyAfterReading:
        'その後、この注文を「受け付けられなかった」と記録して閉じ、{account} から {amount} の新しい注文を新しい冪等キーで行います。すぐに送信します（アカウントがBantoで読み取り専用の間、注文のAPIキーを利用できない間、注文の呼び出しの待機中は送信せず、その後に送信します。ただし、新しい注文の確定・再開・送信のいずれからも1日以上たっていると、「再開」を待ちます）。',
      guard: {
        renew:
          '送信の直前に有効期限を読み直し、{date} のままの場合だけ送信します。変わっていれば送信せず、「送信不要（注文済み）」として閉じるか、停止します。その確認の後で最初の注文が反映された場合に二重の支払いを防ぐのは、新しい注文も有効期限 {date} を指定することだけです。',
        acquire:
          '送信の直前にドメイン一覧を読み直し、{name} がない場合だけ送信します。あれば送信せず、「送信不要（注文済み）」として閉じるか、停止します。その確認の後で最初の注文が反映された場合に二重の支払いを防ぐのは、同じ名前は二度取得できないというサービス側の制限だけです。',
        transfer:
          '送信の直前にドメイン一覧を読み直し、{name} がない場合だけ送信します。あれば送信せず、「送信不要（注文済み）」として閉じるか、停止します。その確認の後で最初の注文が反映された場合に二重の支払いを防ぐのは、同じ名前は二度移管できないというサービス側の制限だけです。',
        order:
          '送信の直前にサーバー一覧を読み直し、サーバーID {name} も新しいサーバーもない場合だけ送信します。あれば送信せず、「送信不要（注文済み）」として閉じるか、停止します。その確認の後で最初の注文が反映された場合に二重の支払いを防ぐのは、新しい注文も同じサーバーID {name} を使うことだけです。',
        appeared:
          '送信後に追加されたサーバー: {servers}。この注文によるものがあれば、2台目の料金を支払うことになります。',
      },
      action: {
        renew: '{account} から {amount} で {name} を更新',
        acquire: '{account} から {amount} で {name} を取得',
        transfer: '{account} から {amount} で {name} を移管',
        order: '{account} から {amount} で {name} を注文',
      },
    },
  },
  cancelOrder: {
    title: '{name} の注文を取り下げますか？',
    tooLate: '送信を開始したか、すでに閉じた注文のため、今は取り下げられません。',
    body: 'まだサービスに受け付けられていません。取り下げの直前に送信された場合、注文は取り下げられず、結果が表示されます。',
    action: '{name}（{amount}）を取り下げる',
  },
  orderAgainPanel: {
    action: '料金を再確認',
    hint: '{amount} で注文しましたが、課金されていません。現在の料金を確認のうえ、ご注文ください。',
    hintAfterRenewal: 'この注文では課金されていません。さらに更新する場合だけ、現在の料金を確認してください。',
    transfer: 'もう一度移管…',
    expiry: '現在の有効期限は {now}（料金の確認時は {was}）です。更新すると {becomes} になります。',
  },
}
