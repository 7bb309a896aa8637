import { accountNotInBanto } from './common.ts'

export const ordersDetails = {
  laterOrder: 'A later order for it: {state}.',
  /** The text of the event `abandoned` when the user ordered the same again. */
  replaced: 'Replaced by a new order',
  obsoleteReason: {
    renewed: 'The domain has been renewed: it expires on {now} (when the price was checked: {was}).',
    gone: 'The list of the account, as last read, does not have the domain any more.',
    listed: 'The list of the account, as last read, has it.',
    listed_in_other_account: 'The list of another account of this service, as last read, has the domain.',
    no_account: accountNotInBanto,
  },
  /**
   * For an order on hold because its target differs from what the user confirmed: the result of the check before
   * sending.
   */
  targetDifference: {
    renewal: 'Check before sending, {time} (Japan time): {facts}. Expiry when ordered: {date}.',
    other: 'Check before sending, {time} (Japan time): {facts}.',
  },
  unknownKey: 'Key not in Banto',
  /** For an order that was declined for its key. */
  keyAcceptedSince: 'The service has accepted this key since.',
  steps: 'History',
  mayBeSentAgain:
    'If the domain does not show the result, Banto sends the same request again within 47 hours of the first sending, with the same idempotency key. The service then charges at most once.',
  stoppedTooOldToResend:
    'The run is paused. After you resume, too, the outcome of the order is only checked. It is not sent again, because it was first sent 47 hours ago or earlier.',
  notSent: {
    offline: 'Nothing is sent while you work offline.',
    keychain: 'Nothing is sent while the keychain cannot be read.',
    paused: 'Nothing is sent while the account is paused.',
    readOnly: 'Nothing is sent while the account is read-only in Banto.',
    noKey: 'Nothing is sent while the account has no usable key.',
  },
  callWait: {
    until: 'Calls are possible again from {time} (Japan time).',
    held: 'Calls are on hold.',
    heldUntil: 'Calls are on hold until {time} (Japan time), or until the service accepts the key before that.',
  },
  nextCheck: {
    soon: 'Next automatic check: soon',
    planned: 'Next automatic check:',
    not_before: 'Calls of this account are waiting. Next automatic check, at the earliest:',
    held: 'Next automatic check: when the calls on hold are resumed',
  },
  serverTime: 'Service clock: {time} (Japan time)',
  readAgain: 'Check now',
  copyKey: 'Copy the idempotency key',
  openOther: 'Open that order',
  showRun: 'Show all placed together',
  openDomain: 'Open the domain',
  openServer: 'Open the server',
  drawer: { title: 'Order', gone: 'This order is not in the records' },
  facts: {
    what: 'Kind',
    domain: 'Domain',
    server: 'Server',
    account: 'Account',
    yen: 'Confirmed price',
    punycode: 'Punycode',
    autoRenew: 'Auto-renew',
    partnerCode: 'Partner code',
    nameservers: 'Name servers',
    ownNameservers: 'Service default',
    expiry: 'Expiry when ordered',
    createdAt: 'Placed',
    sentAt: 'Sending started',
    settledAt: 'Processed',
    checkedAt: 'Found by a check',
    recordedAt: 'Outcome recorded',
    cancelledAt: 'Cancelled',
    key: 'API key',
    idempotencyKey: 'Idempotency key',
    run: 'Placed together',
    repeats: 'Repeats',
  },
  fact: {
    listed: 'Found in this account',
    notListed: 'Not found in this account',
    becomes: 'Status: {value}',
    expiry_date: 'Expiry: {value}',
    previous_expiry_date: 'Expiry before: {value}',
    renewed: 'Renewed: {value}',
    server_id: 'Server ID: {value}',
    servername: 'Server name: {value}',
    appeared: 'New servers in the account: {value}',
    happened: 'Recorded as accepted: {value}',
    attempt: 'Attempt {value}, with the same idempotency key',
    mayStillArrive: 'May still take effect: {value}',
    repeat: 'Ordered again: {value}',
  },
  /** Facts that are shown in words of their own when they are true. */
  trueFact: {
    renewed: 'Reported as renewed',
    mayStillArrive: 'May still take effect',
    differsInPlan: 'Another plan than ordered: may come from another order',
    differsInTerm: 'The expiry date does not fit the ordered term: may come from another order',
  },
  /** What the user recorded as the outcome. */
  decision: {
    accepted: 'Recorded as accepted',
    notAccepted: 'Recorded as not accepted, not ordered again',
    orderedAgain: 'Recorded as not accepted, ordered again',
  },
  manualSettlement: {
    title: 'Your decision',
    known: 'Known so far',
    whatToCheckTitle: 'Check in the service’s panel',
    sent: 'Sending started on {time} (Japan time). | Sending started {n} times, first on {time} (Japan time), always with the same idempotency key.',
    answer: {
      none: 'No response arrived.',
      unclear: 'The response does not show the outcome.',
      serverError: 'The response told of an error at the service. A charge may or may not have been made.',
    },
    read: 'Last recorded check, {time} (Japan time): {facts}.',
    readBeforeDecision: 'Last recorded check before your decision, {time} (Japan time): {facts}.',
    unchanged: 'On {time} (Japan time), after the order was sent, the expiry date was still {date}.',
    notRead: 'No result of a check is recorded for this order yet.',
    checkedBeforeSendings:
      'A check just before the repeated sending did not show the outcome. The history shows this check. | A check just before each of the {n} repeated sendings did not show the outcome. The history shows these checks.',
    unrecorded:
      'The check just before the repeated sending is not recorded. | The check just before {n} of the {total} repeated sendings is not recorded.',
    appeared: 'New servers since this order was sent: {servers}.',
    answered: 'The response names the server {servers}. The server ID of this order is different.',
    whatToCheck: {
      renew:
        'Open {name}. If the expiry date is {expected}, this order or another renewal made it so. Any other date after {date} shows another renewal, possibly in addition to this order. In both cases the payment history decides.',
      acquire:
        'Look for {name} in the domains of {account}. If the status is “Active” or “Acquisition pending”, this order or another purchase was accepted; the payment history decides.',
      transfer:
        'Look for {name} in the domains and transfers of {account}. If the status is “Active” or “Transferring”, this order or another transfer was accepted; the payment history decides.',
      order:
        'Look for the server ID {name}, or another unknown server, in the servers of {account}. If the status is “Active” or “Setting up”, this order or another one was accepted; the payment history decides.',
      appeared:
        'Check whether this order led to one of these servers: {servers}. The service may have changed the server ID {name}. If one of them belongs to this order, the order was accepted.',
      payments:
        'Look for the payment of {amount} for {name} in the payment history of {account}, from {time} (Japan time) on. Another payment may have the same amount.',
    },
  },
  recordOutcome: {
    readsServersFirst: 'Banto reads the servers of the account before it records this.',
    accepted: {
      button: 'Accepted',
      title: 'Record {name} as accepted?',
      body: '{amount} of {account} is counted as spent and the order is closed. Nothing is sent.',
      action: 'Record as accepted',
    },
    notAccepted: {
      button: 'Not accepted',
      title: 'Record {name} as not accepted?',
      body: 'The order is closed and not counted as spent. No order is sent. If the service carries it out after all, it is charged.',
      action: 'Record as not accepted',
    },
    priceChanged: {
      title: 'The price of {name} has changed',
      body: '{name} costs {now} now. The order was confirmed for {amount}, so the service would decline a repeat. Record the order as not accepted, and then place a new order at the new price. No order is sent now.',
    },
    orderAgain: {
      button: 'Not accepted, order again',
      title: 'Pay for {name} with a new order?',
      body: 'This order is closed as not accepted, and a new order for {amount} from {account} is placed with a new idempotency key. It is sent at once. While you work offline, while the account is paused or read-only in Banto, while the key of the order cannot be used, or while calls wait, it is kept and sent afterwards. If nothing of its run was confirmed, resumed or sent for more than a day, it waits for “Resume”.',
      bodyAfterReading:
        'Then this order is closed as not accepted, and a new order for {amount} from {account} is placed with a new idempotency key. It is sent at once. While the account is read-only in Banto, while the key of the order cannot be used, or while its call waits, it is kept and sent afterwards. If nothing of its run was confirmed, resumed or sent for more than a day, it waits for “Resume”.',
      guard: {
        renew:
          'Just before sending, Banto reads the expiry again. The new order is sent only if it is still {date}; otherwise it is closed as already ordered or put on hold. If the first order takes effect after that reading, only the expiry {date} in the new order keeps you from paying twice.',
        acquire:
          'Just before sending, Banto reads the domains again. The new order is sent only if {name} is not listed; otherwise it is closed as already ordered or put on hold. If the first order takes effect after that reading, only the rule of the service that a name cannot be acquired twice keeps you from paying twice.',
        transfer:
          'Just before sending, Banto reads the domains again. The new order is sent only if {name} is not listed; otherwise it is closed as already ordered or put on hold. If the first order takes effect after that reading, only the rule of the service that a name cannot be transferred in twice keeps you from paying twice.',
        order:
          'Just before sending, Banto reads the servers again. The new order is sent only if neither the server ID {name} nor a new server is listed; otherwise it is closed as already ordered or put on hold. If the first order takes effect after that reading, only the server ID {name} in the new order keeps you from paying twice.',
        appeared:
          'New servers since this order was sent: {servers}. If one of them belongs to this order, you pay for a second server.',
      },
      action: {
        renew: 'Renew {name} for {amount} from {account}',
        acquire: 'Acquire {name} for {amount} from {account}',
        transfer: 'Transfer {name} in for {amount} from {account}',
        order: 'Order {name} for {amount} from {account}',
      },
    },
  },
  cancelOrder: {
    title: 'Cancel the order for {name}?',
    tooLate: 'Sending has started, or the order is closed. It cannot be cancelled now.',
    body: 'The service has not accepted the order so far. If sending starts at this moment, the order stays in the list with the outcome.',
    action: 'Cancel the order: {name}, {amount}',
  },
  orderAgainPanel: {
    action: 'Check the price again',
    hint: 'You confirmed {amount}. This order was not charged. Check the current price, then decide again.',
    hintAfterRenewal: 'This order was not charged. Check the current price only to renew the domain once more.',
    transfer: 'Transfer in again…',
    expiry: 'Current expiry {now} (when the price was checked: {was}). New expiry {becomes}.',
  },
}
