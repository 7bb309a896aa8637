import type { planFindings as en } from '#renderer/text/en/change-plan-findings.ts'

export const planFindings: typeof en = {
  warning: {
    zoneElsewhere: 'ネームサーバー {names} では、ここのレコードは使用されません。',
    zoneMixed: 'このサービス以外のネームサーバー（{names}）もあるため、ここのレコードは一部でのみ使用されます。',
    zoneUnknown: 'このサービスのネームサーバーかどうかは不明です。異なる場合、ここのレコードは使用されません。',
    zoneUnread:
      'ドメインのネームサーバーをまだ読み込んでいません。このサービス以外の場合、ここのレコードは使用されません。',
    zoneUnreadable:
      'ドメインが有効でないため、ネームサーバーを読み込めません。このサービス以外の場合、ここのレコードは使用されません。',
    allDeleted: 'ゾーンのレコード {n} 件がすべて削除されます。',
    manyTouched: '{total} 件中 {n} 件のレコードが変更または削除されます（{percent}%）。',
    apexNsTouched: 'ドメイン自身のNSレコードが変わります。ドメインのネームサーバーは変わりません。',
    apexMxRemoved: 'ドメインのMXレコードがなくなります。このドメイン宛てのメールを受信できなくなるおそれがあります。',
    unusedMxRemoved:
      'ドメイン名自体のMXレコードがなくなります。このサービスのネームサーバーに戻さない限り、メールには影響しません。',
    cnameConflict:
      '{host} のCNAMEが、同じ名前の他のレコード（{types}）と重なります。CNAMEは同じ名前の他のレコードと併用できません。',
    severalCnames: '{host} のCNAMEが {n} 件になります。CNAMEは同じ名前の他のレコードと併用できません。',
    targetMissing: '{host} の {type} の参照先 {target} のレコードが、このゾーンにありません。',
    targetRemoved: '{host} の {type} の参照先 {target} のレコードが、この変更で削除されます。',
    recordOutdated:
      '{host} の {type} レコード {content} は計画の前提と異なるため、変更しません。現在のレコード: {now}。',
    recordAlreadyGone: '{host} の {type} レコード（{content}）はすでにゾーンにないため、削除は不要です。',
  },
  setting: {
    nameserversTooFew: 'ネームサーバーは {min} 件以上必要です。',
    nameserversTooMany: 'ネームサーバーが {n} 件あります。{max} 件までです。',
    nameserverLong: '{name} が {max} 文字を超えています。',
    nameserverAddress: '{name} はIPアドレスです。ホスト名を指定してください。',
    nameserverForm: '{name} はホスト名として正しくありません。',
    nameserverTwice: '{name} が重複しています。',
    whoisFieldMissing: 'Whoisの代理公開がオフの場合、{field}は必須です。',
    whoisFieldEmpty: 'Whoisの代理公開がオフの場合、{field}は空にできません。',
    whoisFieldNotLatin: '{field}には半角英数字と記号だけ使えます。',
    whoisPhoneForm: '{field}は +81.312345678 の形式で指定してください。',
    domainGone: 'このドメインはアカウントの一覧にありません。',
    domainNotActive: '{time}に読み込んだドメインの状態は「{status}」です。設定を変更できるのは有効なドメインだけです。',
    fileHasNoRecordForDomain: 'ファイルに、このドメインに使用できるレコードがありません。',
    fileRecordsNotUsed:
      'ファイルに、最初のドメインには使用でき、このドメインには使用できない記述が {n} 件あります。最初の記述: {text}',
    nameserverGlue: '{name} はこのドメイン自身の名前です。アドレスの登録が必要ですが、APIからは登録できません。',
    zoneTakesEffect: 'このゾーンのレコードが使用されるようになります。',
    zoneLosesEffect: 'このゾーンのレコードは使用されなくなります。',
    zonePartlyInEffect: 'サービス外のネームサーバーが含まれるため、このゾーンのレコードは一部でのみ使用されます。',
    zoneFullyInEffect:
      '一部でのみ使用されていたこのゾーンのレコードが、すべてのネームサーバーで使用されるようになります。',
    nameserversSetElsewhere:
      'ネームサーバーが元の計画の前提と異なり、現在は {nameservers} です。この変更で上書きされます。',
    nameserversSetAgain: 'ネームサーバーはその後も変更され、現在は {nameservers} です。元に戻すと上書きされます。',
    whoisFieldSetAgain: '{field} はその後も変更され、現在は「{value}」です。元に戻すと上書きされます。',
    lockMigrating: '最後に読み込んだ時点では、レジストラの切替中でした。終わるまでロックは変更できません。',
    unlockBlocked: '最後に読み込んだ時点では、ロックの解除に解約の申請が必要でした。',
    oneWayLock: '一度ロックすると、解約まで解除できません。',
    oneWayLockLeftOut: '解約まで解除できなくなるため、ロックは対象から除きました。',
    whoisNotEditable: 'このドメインのWhoisは変更できません。',
    whoisRefusedByService: 'このドメインのWhoisは変更できません。サービスの応答: {message}',
    whoisMigrating: '最後に読み込んだ時点では、レジストラの切替中でした。終わるまでWhoisは変更できません。',
    whoisMailValidation:
      '最後に読み込んだ時点では、メールアドレスが未確認でした。確認が終わるまで、Whoisは変更できません。',
    whoisPrivacyUnavailable: 'このTLDではWhoisの代理公開を利用できません。',
    whoisPublished: '連絡先の情報が公開されます。',
    changedInOtherAccount:
      '同じドメインがアカウント「{account}」にもあり、変更する場合はそのアカウントでのみ変更します。',
    accountPaused: 'アカウントは一時停止中です。再開するまで変更は待機します。',
    accountReadOnly: 'アカウントは読み取り専用です。変更を許可するまで待機します。',
    accountHasNoKey: 'アカウントにAPIキーがありません。',
    accountKeysRefused: 'このドメインに対する権限のあるAPIキーが、現在使用できません。',
    accountLacksPermission: 'このドメインに対する権限のあるAPIキーが、アカウントにありません。',
  },
  csv: {
    csvTooLarge: 'ファイルが {max}MBを超えています。',
    csvTooManyLines: '1つのファイルは {max} 行までです。ここから先の行は読み込まれません。',
    csvUnclosedQuote: '引用符が閉じられていません。ここから先は読み込めません。',
    csvTextAfterQuote: '引用符を閉じた後に文字があります。',
    csvTooLong: 'この行は {max} 文字を超えています。ここから先は読み込めません。',
    csvUndecodable: 'この行には読み取れない文字があります。',
    csvTooFewColumns: '列は {min} つ必要です: domain, what, value',
    csvTooManyColumns: '列は {max} つまでです: domain, what, value',
    csvInvalidDomain: '「{domain}」はドメイン名ではありません。',
    csvDomainNotFound: '{domain} は、読み込み済みのどのドメイン一覧にもありません。',
    csvDomainGone: '{domain} は、「{account}」の一覧にもうありません。',
    csvDomainInSeveralAccounts:
      '{domain} は複数のアカウントにあります。ドメイン一覧で選択し、選択したドメインだけにファイルを適用してください。',
    csvDomainSelectedInSeveralAccounts:
      '{domain} は複数のアカウントで選択されています。1つのアカウントでだけ選択してください。',
    csvDomainNotInPlan: '{domain} は選択したドメインに含まれていません。',
    csvUnknownChange: '「{what}」は変更できません。指定できる値: {known}、またはwhois_cityなどのWhois項目',
    csvValueMissing: '{what} の値がありません。',
    csvNotOnOrOff: '「{value}」はonでもoffでもありません。',
    csvInvalidRecord: '「{value}」はレコードとして読み取れません。例: www 3600 A 192.0.2.1',
    csvRemovalForm:
      '「{value}」は削除するレコードとして読み取れません。ホスト名、種別、内容をTTLなしで書いてください。例: old A 192.0.2.9',
    csvRecordType: '{type} レコードには対応していません。指定できる種別: {known}',
    csvTtlForm: '「{value}」はTTLとして読み取れません。例: 300、または www A 300',
    csvSetTwice: '{what} は前の行で指定済みです。',
    csvNoRecord: '{time}に読み込んだゾーンに「{record}」のレコードはありません。この行による変更はありません。',
    csvAlreadySet: '{time}に読み込んだ時点で、すでにこの設定です。この行による変更はありません。',
    csvRepeatsLine: '{other}行目と同じ内容です。この行による変更はありません。',
    csvOtherTtlApplies:
      '{other}行目に同じレコードがあり、TTLも{other}行目の指定に従います。この行による変更はありません。',
    csvUndoneByLine: 'この行で追加するレコードは、{other}行目で削除または置き換えられます。',
    csvAddedAgain: 'この行で削除するレコードは、{other}行目で再び追加されます。',
    csvTtlSetAgain: '同じレコードのTTLを{other}行目でも設定しています。この行による変更はありません。',
  },
}
