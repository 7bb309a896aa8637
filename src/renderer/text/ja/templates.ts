import type { templates as en } from '#renderer/text/en/templates.ts'

export const templates: typeof en = {
  builtIn: {
    web: {
      name: 'このサーバーでWebサイトを公開',
      description: 'ドメインと www をサーバーのアドレスに向けるA、AAAAレコードです。',
    },
    mail_here: {
      name: 'このサーバーでメールを使用',
      description:
        'このサーバーの mail.(ドメイン) でメールを使用するためのレコードです（MX、SPF、DMARC、セレクターと鍵があればDKIM）。',
    },
    mail_elsewhere: {
      name: '他社のメールサービスを使用',
      description: '他社のメールサーバーを使用するためのレコードです（MX、SPF、DMARC、セレクターと鍵があればDKIM）。',
    },
    parked: {
      name: 'パーキング',
      description: 'ドメインと www を1つのページに向け、メールを使用しないことを示すレコードです。',
    },
    no_mail: {
      name: 'メールを使用しない',
      description: 'メールを受信しないことと、このドメインを名乗るメールの拒否を示すレコードです。',
    },
  },
  variable: {
    server_ipv4: 'サーバーのIPv4アドレス',
    server_ipv6: 'サーバーのIPv6アドレス',
    mail_host: 'メールサーバー（ホスト名）',
    mail_priority: 'メールサーバーの優先度',
    dkim_selector: 'DKIMセレクター',
    dkim_key: 'DKIMの公開鍵',
    dmarc_address: 'DMARCレポートを受け取るメールアドレス',
    spf_include: 'メールサービスのSPFレコードのドメイン',
  },
  kind: {
    ipv4: 'IPv4アドレス',
    ipv6: 'IPv6アドレス',
    host: 'ホスト名',
    priority: '優先度',
    mail_address: 'メールアドレス',
    selector: 'DKIMセレクター',
    dkim_key: 'DKIMの公開鍵',
    text: 'テキスト',
  },
  invalid: {
    missing: '値を入力してください。',
    undeclared: 'テンプレートで使用されている変数「{name}」が定義されていません。',
    control: '改行と制御文字は使用できません。',
    ipv4: 'IPv4アドレスを入力してください（例: 192.0.2.1）。',
    ipv6: 'IPv6アドレスを入力してください（例: 2001:db8::1）。',
    host: 'ドメイン名まで含むホスト名を入力してください（例: mx.example.com）。',
    priority: '{min}〜{max} の整数で入力してください。',
    mailAddress: "メールアドレスを入力してください（例: dmarc{'@'}example.com）。",
    selector:
      'DKIMセレクターとして正しくありません。使用できる文字は、英数字、ハイフン、アンダースコア、ドットです。ドットで区切られた各部分の先頭と末尾にハイフンは使用できません（例: mail2026）。',
    dkimKey: 'Base64のRSA公開鍵として不完全です。',
  },
}
