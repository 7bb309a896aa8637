import type { externalPurchases as english } from '#renderer/text/en/orders-external-purchases.ts'

export const externalPurchases: typeof english = {
  title: 'Banto以外での購入',
  about:
    'APIキーの実行ログにあるが、このBantoに残っている呼び出しの記録と一致しない有料の呼び出しです（別のコンピューターやツールなど）。呼び出しの記録はアカウントごとに残ります。追加し直したアカウントやAPIキー、以前は別のアカウントにあったAPIキーでは、このBantoの以前の料金確認や注文も含まれることがあります。Bantoに登録したAPIキーのログだけを確認するため、ほかのAPIキーや管理画面での購入は表示されません。ドライランも同じように記録されます。',
  counts: {
    none: '0 件',
    elsewhere: '該当する記録なし: {n} 件',
    elsewhereBesideRefused: '該当する記録なし（不成立を除く）: {n} 件',
    undecided: 'Banto以外の可能性: 最大 {n} 件',
    undecidedBesideElsewhere: 'そのほかのうちBanto以外の可能性: 最大 {n} 件',
    refused: '不成立（課金なし）: {n} 件',
  },
  notCharged: '課金なし',
  column: {
    at: '日時（日本時間）',
    account: 'アカウント',
    kind: '内容',
    target: '名前',
    status: '応答',
    address: '接続元アドレス',
    sender: '送信元',
  },
  noTarget: 'ログに名前はありません',
  elsewhere: '該当する記録なし',
  beforeKey: 'キーの登録より前',
  beforeKeyHint:
    'このAPIキーをBantoに登録したのは {time}（日本時間）です。それより前の呼び出しのため、その後に削除または置き換えたAPIキーや、削除したアカウントでBantoが送信した可能性もあります。',
  aroundKey: 'キーの登録の前後',
  aroundKeyHint:
    'このAPIキーをBantoに登録したのは {time}（日本時間）で、時計が数分ずれている場合があります。登録より前の呼び出しであれば、その後に削除または置き換えたAPIキーや、削除したアカウントでBantoが送信した可能性もあります。',
  beforeRebuild: 'データベースの再作成より前',
  beforeRebuildHint:
    'この呼び出しの後にデータベースを再作成したため、当時の呼び出しの記録は残っていません。このBantoによる料金の確認の可能性があります。このBantoの注文の記録は残っており、ここには表示されません。',
  beforeStoredCalls: '保存中の呼び出しより前',
  beforeStoredCallsHint:
    'Bantoの呼び出しの記録は最近のものだけを保存しているため、当時の記録は残っていない可能性があります。このBantoによる料金の確認の可能性があります。このBantoの注文の記録は残っており、ここには表示されません。',
  possiblyOwn: 'Bantoかどうか不明',
  ownUnanswered:
    'この前後に、応答のなかったこのBantoの呼び出しが {n} 件あります。ログからは送信元のプログラムがわからないため、その呼び出しの可能性があります。',
  ownSimilar:
    'この前後に、このBantoは同じ種類の呼び出しを送信しました。ログからは送信元のプログラムがわからないため、その呼び出しの可能性があります。',
  ambiguous:
    '{n} 件は、このBantoからのものかどうか不明です。その前後にこのBantoも同じ種類の呼び出しを送信しましたが、ログからは送信元のプログラムがわかりません。Banto以外からのものは、多くてもそのうち {most} 件です。',
  oldest: 'ログの最終確認（最も古いもの）:',
  never: 'ログを最後まで読み込んでいないAPIキー {n} 件',
  readNow: 'ログを今すぐ読み込む',
  pausedNotRead: '一時停止中の {n} アカウントのログは読み込みません',
  keyOf: '{account}（{key}）',
  empty: {
    title: 'Banto以外での購入は見つかっていません',
    text: '読み込み済みのログにある有料の呼び出しは、すべてこのBantoの呼び出しで説明できます。ただし、応答のなかった呼び出しは、Banto以外での購入に当たることもあります。各APIキーのログの最終確認より後、読み込みの間の欠落部分、最初の読み込みより90日以上前、最終確認からAPIキーの置き換えまでの購入はわかりません。',
  },
  partly: {
    title: 'Banto以外での購入はまだ見つかっていません',
    text: 'ログを最後まで読み込んでいないAPIキーが {n} 件あります。そのAPIキーによるBanto以外での購入は、ここに表示されていない可能性があります。',
  },
  noKeys: {
    title: '読み込める実行ログはありません',
    text: 'APIキーがないため、ログを読み込めません。APIキーを追加すると、そのAPIキーによるBanto以外での購入をここで確認できます。',
  },
  unread: {
    title: '実行ログはまだ最後まで読み込んでいません',
    text: 'ログを読み込むと、お持ちのAPIキーによるBanto以外での購入をここで確認できます。',
  },
  openLogs: '「ログ」を開く',
}
