export const externalPurchases = {
  title: 'Bought elsewhere',
  about:
    'Paid calls in the execution logs of your keys that were not sent by this Banto, for example from another computer or tool. Only the logs of keys added to Banto are read: purchases with other keys or in the service’s panel are not listed. Dry runs look the same.',
  count: '{n} call | {n} calls',
  column: {
    at: 'Time (Japan)',
    account: 'Account',
    kind: 'Kind',
    target: 'Name',
    status: 'Response',
    address: 'Source address',
  },
  noTarget: 'Not named in the log',
  oldest: 'Oldest log last read:',
  never: '{n} key’s log not fully read | {n} keys’ logs not fully read',
  readNow: 'Read the logs now',
  keyOf: '{account} ({key})',
  empty: {
    title: 'No purchase elsewhere was found',
    text: 'Every paid call in the stored logs was sent by this Banto. Not known: purchases since a key’s log was last read, and those more than 90 days before its first reading.',
  },
  partly: {
    title: 'No purchase elsewhere was found so far',
    text: 'The log of {n} key has not been fully read: purchases elsewhere with this key may be missing here. | The logs of {n} keys have not been fully read: purchases elsewhere with these keys may be missing here.',
  },
  unread: {
    title: 'No execution log has been fully read yet',
    text: 'Read the logs to show purchases with your keys that were not made by this Banto.',
  },
  openLogs: 'Open Logs',
}
