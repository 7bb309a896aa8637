import type { dnsComparison as english } from '#renderer/text/en/dns-comparison.ts'

export const dnsComparison: typeof english = {
  title: 'ネームサーバーの応答',
  action: 'ネームサーバーの応答と比較',
  back: 'レコード',
  asked: '比較',
  again: 'もう一度問い合わせる',
  cancel: '中止',
  resolving: 'ネームサーバーを調べています…',
  asking: 'ネームサーバーに問い合わせ中: {total} 件中 {done} 件が終了',
  cancelled: {
    title: '比較は中止されました',
    text: '保存済みのレコードについて、ドメインの各ネームサーバーにDNSで問い合わせます。',
  },
  nothing: '比較の時点では、比較できるレコードもネームサーバーもBantoに保存されていませんでした。',
  recordsNotRead: '比較の時点ではこのドメインのレコードを読み込んでいなかったため、ネームサーバーだけを比較しました。',
  missingAnswers:
    '一部のネームサーバーから応答がないレコード: {n} 件。結果は、応答があったネームサーバーによるものです。',
  limits:
    'TTLと、{types} 以外の種別のレコードは比較しません。DNSではゾーンの一覧を取得できないため、ネームサーバーだけにあるレコードは見つかりません。APIは呼び出していません。',
  table: 'Bantoのレコードとネームサーバーの応答',
  column: { set: 'レコード', stored: 'Bantoの内容', answers: 'ネームサーバー', state: '結果' },
  asStored: 'Bantoと同じ',
  noRecords: '該当するレコードなし',
  serversDiffer: 'ネームサーバー間で応答が異なります。',
  state: {
    same: '一致',
    differs: '相違',
    missing: 'なし',
    not_reachable: '比較できる応答なし',
    not_asked: '問い合わせ不可',
  },
  count: {
    same: '一致 {n} 件',
    differs: '相違 {n} 件',
    missing: 'なし {n} 件',
    not_reachable: '比較できる応答なし {n} 件',
    all_same: '{n} 件すべて一致しています',
    all_differs: '{n} 件すべてが異なります',
    all_missing: '{n} 件すべてが、応答したネームサーバーにありません',
    all_not_reachable: '比較できる応答を返したネームサーバーはありません',
  },
  delegation: {
    same: 'DNS上のネームサーバーは、比較の時点のBantoの内容と同じです: {resolved}',
    differs: 'DNS上のネームサーバーが、比較の時点のBantoの内容と異なります。DNS: {resolved}　Banto: {stored}',
    not_stored:
      'DNS上のネームサーバーは {resolved} です。比較の時点では、Bantoはネームサーバーを読み込んでいませんでした。',
    not_found:
      'このドメインのネームサーバーはDNSにありません。代わりに、比較の時点でBantoにあったネームサーバーを使用しました: {stored}',
    not_found_nothing_stored:
      'このドメインのネームサーバーはDNSにありません。比較の時点ではBantoも読み込んでいなかったため、問い合わせていません。',
    failed:
      'このコンピューターのDNSリゾルバーから、このドメインについての応答がありません。比較の時点でBantoにあったネームサーバー: {stored}',
    failed_nothing_stored:
      'このコンピューターのDNSリゾルバーから、このドメインについての応答がありません。比較の時点ではBantoもネームサーバーを読み込んでいなかったため、問い合わせていません。',
  },
  reason: {
    no_address: 'アドレスが見つからないため、問い合わせていません。',
    address_lookup_failed:
      'アドレスについてこのコンピューターのDNSリゾルバーから応答がないため、問い合わせていません。',
    timeout: '時間内に応答がありません。',
    network: 'ネットワークで接続できません。',
    refused: '応答を拒否されました。',
    server_failure: 'サーバー内部の障害が返されました。',
    not_authoritative: 'このドメインを管理していません。',
    delegated: 'サブドメインのネームサーバーが案内されました。',
    unexpected_answer: '応答を読み取れません。',
    out_of_time: '比較の制限時間内に応答がありません。',
  },
}
