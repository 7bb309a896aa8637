import type { plan as en } from '#renderer/text/en/plan.ts'

export const plan: typeof en = {
  warning: {
    zoneElsewhere: 'ここのレコードは使用されていません。現在のネームサーバー: {names}',
    zoneMixed: 'ここのレコードは一部でのみ使用されています。このサービス以外のネームサーバー: {names}',
    zoneUnknown: 'ネームサーバーを確認できないため、ここのレコードは使用されていない可能性があります。',
    allDeleted: 'ゾーンのレコード {n} 件がすべて削除されます。',
    manyTouched: '{total} 件中 {n} 件のレコードが変更または削除されます（{percent}%）。',
    apexNsTouched: 'ドメイン自身のNSレコードが変わります。ドメインのネームサーバーは変わりません。',
    apexMxRemoved: 'ドメインのMXレコードがなくなります。このドメイン宛てのメールを受信できなくなるおそれがあります。',
    cnameConflict:
      '{host} でCNAMEと他のレコードが重複します（{types}）。CNAMEは同じ名前の他のレコードと併用できません。',
    targetMissing: '{host} の {type} の参照先 {target} のレコードが、このゾーンにありません。',
  },
}
