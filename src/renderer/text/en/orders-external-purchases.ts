export const externalPurchases = {
  title: 'Bought elsewhere',
  about:
    'Paid calls in the execution logs of your keys that match no stored call of this Banto, for example from another computer or tool. The stored calls belong to an account. If the account or the key was removed and added again, or if the key was in another account before, earlier price checks and orders of this Banto may be listed here, too. Only the logs of keys added to Banto are read: purchases with other keys or in the service’s panel are not listed. Dry runs look the same.',
  counts: {
    none: '0 calls',
    elsewhere: '{n} with no stored call',
    elsewhereBesideRefused: '{n} with no stored call, possibly charged',
    undecided: 'at most {n} bought elsewhere',
    undecidedBesideElsewhere: 'of the others, at most {n} bought elsewhere',
    refused: '{n} refused, not charged',
  },
  notCharged: 'not charged',
  column: {
    at: 'Time (Japan)',
    account: 'Account',
    kind: 'Kind',
    target: 'Name',
    status: 'Response',
    address: 'Source address',
    sender: 'Sent by',
  },
  noTarget: 'Not named in the log',
  elsewhere: 'No stored call',
  beforeKey: 'Before the key was entered',
  beforeKeyHint:
    'This key was entered in Banto at {time} (Japan time). The call is older: Banto may have sent it, too, with a key that was removed or replaced since, or with an account that was removed since.',
  aroundKey: 'About when the key was entered',
  aroundKeyHint:
    'This key was entered in Banto at {time} (Japan time), and the clocks may differ by minutes. Before that time, Banto may have sent the call, too, with a key that was removed or replaced since, or with an account that was removed since.',
  beforeRebuild: 'Before the database was rebuilt',
  beforeRebuildHint:
    'Banto’s database was rebuilt after this call, and the stored calls of that time are lost. This may be a price check of this Banto. Its orders were kept, and are not listed here.',
  beforeStoredCalls: 'Before the stored calls',
  beforeStoredCallsHint:
    'Only the latest calls of Banto are stored, and those of this time may be missing. This may be a price check of this Banto. Its orders were kept, and are not listed here.',
  possiblyOwn: 'Possibly this Banto',
  ownUnanswered:
    '{n} call of this Banto got no response near this time. The log does not show who sent a call, so this may be that call. | {n} calls of this Banto got no response near this time. The log does not show who sent a call, so this may be one of them.',
  ownSimilar:
    'This Banto sent such a call near this time. The log does not show who sent a call, so this may be that call.',
  ambiguous:
    'It is not known whether this Banto sent {n} call: near that time this Banto sent such a call, too, and the log does not show who sent a call. | It is not known which of {n} calls this Banto sent: near those times this Banto sent such calls, too, and the log does not show who sent a call. Sent elsewhere: at most {most} of them.',
  oldest: 'Logs last read (oldest reading):',
  never: '{n} key’s log not fully read | {n} keys’ logs not fully read',
  readNow: 'Read the logs now',
  pausedNotRead: 'The log of {n} paused account is not read | The logs of {n} paused accounts are not read',
  keyOf: '{account} ({key})',
  empty: {
    title: 'No purchase elsewhere was found',
    text: 'A call of this Banto fits every paid call in the stored logs. A call without a response may also fit a purchase elsewhere. Not known: purchases since a key’s log was last read, in gaps between its readings, more than 90 days before its first reading, and between the last reading and the replacement of a key.',
  },
  partly: {
    title: 'No purchase elsewhere was found so far',
    text: 'The log of {n} key has not been fully read: purchases elsewhere with this key may be missing here. | The logs of {n} keys have not been fully read: purchases elsewhere with these keys may be missing here.',
  },
  noKeys: {
    title: 'There is no execution log to read',
    text: 'Without an API key, no log can be read. Add a key to show purchases with it that were not made by this Banto.',
  },
  unread: {
    title: 'No execution log has been fully read yet',
    text: 'Read the logs to show purchases with your keys that were not made by this Banto.',
  },
  openLogs: 'Open Logs',
}
