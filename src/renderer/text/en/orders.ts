import type { IntentKind } from '#shared/intent-kinds.ts'
import type { holdReasons, IntentEvent, IntentView, OrderStatus } from '#shared/ipc/order-intents.ts'
import { csv } from './orders-csv.ts'

interface Told {
  title: string
  remedy: string
}

const standing = {
  needs_you: 'Decision needed',
  unsettled: 'Outcome unknown',
  held: 'On hold',
  planned: 'Waiting to be sent',
  sent: 'In progress',
  accepted: 'Accepted',
  needs_application: 'Needs a new application',
  done: 'Completed',
  refused: 'Declined, not charged',
  abandoned: 'Cancelled',
  not_happened: 'Not accepted',
} satisfies Record<OrderStatus, string>

const standingShort = { ...standing, planned: 'Not sent yet', refused: 'Declined' } satisfies Record<
  OrderStatus,
  string
>

/** What a state means for the money. */
const meaning = {
  needs_you: 'We could not confirm it. Please decide. Until then Banto keeps checking.',
  unsettled: 'The outcome is unknown. Banto keeps checking. Do not buy it again elsewhere.',
  held: 'Nothing was ordered and nothing was charged.',
  planned: 'Confirmed and waiting to be sent. Until then the order can be cancelled.',
  sent: 'Waiting for the response. This can take some minutes.',
  accepted: 'The order was accepted for {amount}. Nothing read so far shows it as completed.',
  needs_application:
    'The transfer was accepted for {amount} and then not completed: a new application is required. Apply again in the service’s panel. The service makes no automatic refund.',
  done: 'Completed for {amount}.',
  refused: 'The service declined the order. Nothing was charged.',
  abandoned: 'The order was cancelled. Nothing was charged.',
  not_happened: 'The order was closed as not accepted and is not counted as spent.',
} satisfies Record<OrderStatus, string>

/** The same while working offline. */
const meaningOffline = {
  needs_you: 'We could not confirm it. Please decide. Nothing is checked while you work offline.',
  unsettled: 'The outcome is unknown. Nothing is checked while you work offline. Do not buy it again elsewhere.',
}

/** The same while the keychain cannot be read. */
const meaningKeychain = {
  needs_you: 'We could not confirm it. Please decide. Nothing is checked while the keychain cannot be read.',
  unsettled:
    'The outcome is unknown. Nothing is checked while the keychain cannot be read. Do not buy it again elsewhere.',
}

/** The same while its account is paused. */
const meaningPaused = {
  needs_you: 'We could not confirm it. Please decide. Nothing is checked while the account is paused.',
  unsettled: 'The outcome is unknown. Nothing is checked while the account is paused. Do not buy it again elsewhere.',
}

/** The same while every key of its account is refused, expired or missing. */
const meaningNoKey = {
  needs_you:
    'We could not confirm it. Please decide. Nothing is checked while the account has no usable key: replace the key, or test it again.',
  unsettled:
    'The outcome is unknown. Nothing is checked while the account has no usable key: replace the key, or test it again. Do not buy it again elsewhere.',
}

/** What the person's decision means: nothing confirms it. */
const recorded = {
  accepted: 'You recorded this order as accepted for {amount}. No response and no check has confirmed it.',
  notAccepted: 'You recorded this order as not accepted. It is not counted as spent.',
  mayFollow:
    'You recorded this order as not accepted. It is not counted as spent. It may still take effect and be charged: check the payment history.',
}

const hold = {
  waiting: { title: 'Waiting in the queue.', remedy: 'The order is sent automatically.' },
  run_paused: {
    title: 'Waiting for you to resume.',
    remedy:
      'The order was paused, or was confirmed more than a day ago. Resume the run to send the order, or cancel the order.',
  },
  no_money: {
    title: 'Insufficient balance.',
    remedy: 'Add funds in the service’s panel, then resume or check the price again.',
  },
  target_moved: {
    title: 'Not as confirmed.',
    remedy:
      'The account shows the domain or server in another state than you confirmed. Cancel the order, and check the price again if needed.',
  },
  cannot_send: { title: 'Cannot be sent now.', remedy: 'Banto tries again automatically, or when you resume.' },
} satisfies Record<(typeof holdReasons)[number], Told>

const event = {
  planned: 'Confirmed and recorded',
  sent: 'Sent to the service',
  not_sent: 'No connection, nothing was sent',
  answered: 'Accepted by the service',
  refused: 'Declined by the service, not charged',
  rate_refused: 'Too many requests, nothing was ordered',
  lost: 'No response: outcome unknown',
  running: 'The service reports the same request as in progress or interrupted',
  server_error: 'Error at the service: outcome unknown. This idempotency key is never sent again',
  unclear: 'The response does not show the outcome: outcome unknown',
  interrupted: 'Banto was closed before the response',
  read: 'Checked: outcome still unknown',
  settled_by_reading: 'Checked: accepted by the service',
  settled_by_person: 'Your decision was recorded',
  held: 'On hold, nothing was sent',
  released: 'Resumed',
  abandoned: 'Cancelled, nothing more is sent',
  stopped: 'Run stopped: not sent again automatically, only checked',
  status_read: 'The list of the account shows a new status',
  repeated: 'Repeat allowed: new order with a new idempotency key',
} satisfies Record<IntentEvent, string>

const kind = {
  order: 'Server order',
  acquire: 'Acquisition',
  transfer: 'Transfer in',
  renew: 'Renewal',
} satisfies Record<IntentKind, string>

/** Of what was on its way when the person stopped its run. */
const stop = {
  paused: 'The run is paused. Until you resume, the order is not sent again, only checked.',
  cancelled: 'The run is cancelled. The order is not sent again, only checked.',
} satisfies Record<NonNullable<IntentView['stop']>, string>

export const orders = {
  title: 'Orders',
  page: {
    orders: 'Orders',
    'orders-renew': 'Renew',
    'orders-acquire': 'Acquire',
    'orders-transfer': 'Transfer in',
    'orders-server': 'Order a server',
    'orders-spending': 'Spending',
    'orders-elsewhere': 'Bought elsewhere',
  },
  kind,
  standing,
  standingShort,
  meaning,
  meaningOffline,
  meaningKeychain,
  meaningPaused,
  meaningNoKey,
  recorded,
  stop,
  hold,
  unsentBeforePause: 'The order could not be sent before it was paused either.',
  heldForBalance: {
    title: 'Not sent: insufficient balance for another order of this account.',
    remedy: 'Add funds in the service’s panel, then resume or check the price again.',
  },
  event,
  extent: {
    order: '{plan} · {n} month | {plan} · {n} months',
    years: '{n} year | {n} years',
    transfer: 'with one year',
  },
  waitsForYou: '{n} order needs attention | {n} orders need attention',
  needsYouCount: '{n} order needs a decision | {n} orders need a decision',
  count: '{n} order | {n} orders',
  matching: '{n} of {total} orders',
  column: {
    state: 'State',
    target: 'Name',
    kind: 'Kind',
    account: 'Account',
    yen: 'Price',
    createdAt: 'Confirmed (Japan)',
    age: 'Age',
  },
  filter: {
    text: 'Filter by name',
    kind: 'Kind',
    anyKind: 'Any kind',
    state: 'Filter by state',
    all: 'All',
    clear: 'Clear filters',
    run: 'Confirmed together',
    waitsFor: { balance: '{run}: insufficient balance', hold: '{run}: on hold, action needed' },
    removeRun: 'Show other orders, too (remove filter: {run})',
  },
  empty: {
    title: 'No orders yet',
    text: 'Purchases and renewals made with Banto are listed here with the outcome and the evidence.',
    action: 'Renew domains',
  },
  noMatch: { title: 'No order matches', text: 'No order of the selected accounts matches these filters.' },
  laterOrder: 'Ordered again since: {state}.',
  overtaken: {
    renewed: 'The domain has been renewed: it expires on {now} (when the price was checked: {was}).',
    gone: 'The list of the account, as last read, does not have the domain any more.',
    listed: 'It is in the list of the account now.',
    no_account: 'The account has been removed from Banto.',
  },
  exportCsv: 'Export CSV',
  csv,
  exported: 'Saved to {path}',
  exportRefused: 'The file cannot be saved there. Choose another folder.',
  offline: 'You are working offline.',
  unknownKey: 'Removed key',
  and: ', ',
  steps: 'History',
  mayBeSentAgain:
    'If the domain does not show the result, Banto sends the same request again within 47 hours, with the same idempotency key. The service then charges at most once.',
  nextLook: 'Next automatic check:',
  serverTime: 'Service clock: {time} (Japan time)',
  readAgain: 'Check now',
  copyKey: 'Copy the idempotency key',
  openOther: 'Open that order',
  showRun: 'Show all confirmed together',
  openDomain: 'Open the domain',
  openServer: 'Open the server',
  ofThing: { title: 'Orders', none: 'No orders placed with Banto', all: 'Show all {n}' },
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
    ownNameservers: 'The service’s own',
    expiry: 'Confirmed expiry',
    createdAt: 'Confirmed',
    sentAt: 'First sent',
    settledAt: 'Processed',
    key: 'API key',
    idempotencyKey: 'Idempotency key',
    run: 'Run',
    repeats: 'Repeats',
  },
  fact: {
    listed: 'Reported by the service',
    notListed: 'Not found by the service',
    becomes: 'Status: {value}',
    expiry_date: 'Expiry: {value}',
    previous_expiry_date: 'Expiry before: {value}',
    renewed: 'Renewed: {value}',
    server_id: 'Server ID: {value}',
    servername: 'Server name: {value}',
    appeared: 'New servers since this order was sent: {value}',
    happened: 'Recorded as accepted: {value}',
    attempt: 'Attempt {value}, with the same idempotency key',
    mayStillArrive: 'May still take effect: {value}',
    repeat: 'Ordered again: {value}',
  },
  needs: {
    title: 'Your decision',
    known: 'Known so far',
    lookTitle: 'Check in the service’s panel',
    sent: 'Sent on {time} (Japan time). | Sent {n} times, first on {time} (Japan time), always with the same idempotency key.',
    answer: {
      none: 'No response arrived.',
      unclear: 'The response does not show the outcome.',
      serverError: 'The response told of an error at the service. A charge may or may not have been made.',
    },
    read: 'Last checked on {time} (Japan time): {facts}.',
    notRead: 'No result of a check is recorded for this order yet.',
    appeared: 'New servers since this order was sent: {servers}.',
    answered: 'The response names the server {servers}. The server ID of this order is different.',
    look: {
      renew:
        'Open {name}. If the expiry date is {expected}, the renewal was accepted. Any other date after {date} comes from another renewal; in this case check the payment history.',
      acquire:
        'Look for {name} in the domains of {account}. If the status is “Active” or “Acquisition pending”, the acquisition was accepted.',
      transfer:
        'Look for {name} in the domains and transfers of {account}. If the status is “Active” or “Transferring”, the transfer was accepted.',
      order:
        'Look for the server ID {name}, or another unknown server, in the servers of {account}. If the status is “Active” or “Setting up”, the order was accepted.',
      appeared:
        'Check whether this order led to one of these servers: {servers}. The service may have changed the server ID {name}. If one of them belongs to this order, the order was accepted.',
      payments: 'Look for {amount} in the payment history of {account}, from {time} on.',
    },
  },
  say: {
    happened: {
      button: 'Accepted',
      title: 'Record {name} as accepted?',
      body: '{amount} of {account} is counted as spent and the order is closed. Nothing is sent.',
      action: 'Accepted: {name}',
    },
    not: {
      button: 'Not accepted',
      title: 'Record {name} as not accepted?',
      body: 'The order is closed and not counted as spent. Nothing is sent. If the service carries it out after all, it is charged.',
      action: 'Not accepted: {name}',
    },
    repeat: {
      button: 'Not accepted, order again',
      title: 'Pay for {name} with a new order?',
      body: 'This order is closed as not accepted, and a new order for {amount} from {account} is placed with a new idempotency key. It is sent at once; while you work offline or the account is paused, it is kept and sent afterwards. If the first order was accepted after all, only the following keeps you from paying twice.',
      guard: {
        renew:
          'The new order names the expiry {date}. The service declines the order if the domain was renewed in the meantime.',
        acquire: 'The new order is for the same name. The service cannot sell one name twice.',
        transfer: 'The new order is for the same name. One name cannot be transferred in twice.',
        order:
          'The new order keeps the server ID {name}. The service declines the order if a server with this ID exists.',
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
  takeBack: {
    title: 'Cancel the order for {name}?',
    body: 'The order has not been sent. If sending starts at this moment, the order stays in the list with the outcome.',
    action: 'Cancel the order: {name}, {amount}',
  },
  priceAgain: {
    page: 'Check prices again',
    title: 'Check the price of {n} order again | Check the prices of {n} orders again',
    was: 'Confirmed',
    now: 'Price now',
    moved: 'Expiry has changed from {was} to {now}: left out',
    nothing: 'No orders left whose price is to be checked again',
  },
  quoteAgain: {
    action: 'Check the price again',
    hint: 'You confirmed {amount}. Nothing was charged. Check the current price, then decide again.',
    transfer: 'Transfer in at a new price',
    expiry: 'Current expiry {now} (when the price was checked: {was}). New expiry {becomes}.',
  },
  run: {
    title: 'Runs',
    titleOf: {
      order: 'Order {n} server | Order {n} servers',
      acquire: 'Acquire {n}',
      transfer: 'Transfer {n}',
      renew: 'Renew {n}',
      mixed: '{n} orders',
    },
    titleOfOne: {
      order: 'Order {name}',
      acquire: 'Acquire {name}',
      transfer: 'Transfer {name}',
      renew: 'Renew {name}',
      mixed: '{name}',
    },
    priceAgain: 'Check {n} price again | Check {n} prices again',
    state: {
      running: 'Sending',
      waiting: 'Waiting to be sent',
      checking: 'Checking outcomes',
      cancelled: 'Cancelled: checking outcomes',
      offline: 'Stopped: working offline',
      no_keychain: 'Stopped: the keychain cannot be read',
      paused: 'Paused',
      held: 'On hold: {reason}',
      needs_you: 'Decision needed',
      declined: 'Insufficient balance for {n} order | Insufficient balance for {n} orders',
      ended_with: 'Finished: {parts}',
      ended: 'Finished',
    },
    reason: {
      no_money: 'balance',
      cannot_send: 'cannot be sent now',
      target_moved: 'not as confirmed',
      needs_you: 'decision needed',
    },
    progress: '{done} of {total} processed',
    amount: '{done} of {total} spent',
    minutesLeft: 'about {n} min left',
    lessThanMinute: 'less than a minute left',
    show: 'Show orders',
    decide: 'Decide {n} order | Decide {n} orders',
    pause: 'Pause',
    resume: 'Resume',
    resumeRun: 'Resume the run',
    hide: 'Dismiss',
    cancel: 'Cancel {n} unsent order | Cancel {n} unsent orders',
    cancelTitle: 'Cancel the orders not sent yet?',
    cancelAction: 'Cancel unsent orders',
    cancelNow: 'No order is left to cancel. | {n} order is not sent yet. | {n} orders are not sent yet.',
    cancelBody:
      'Orders that are sent before you press the button below are not cancelled. The others are not sent and not charged. Orders already sent are not sent again; the outcome is checked and stays in the list.',
    movedOf: '{n} order | {n} orders',
    ofAccount: '{done} of {total} completed',
    more: 'Show {n} more run | Show {n} more runs',
    fewer: 'Show fewer',
    part: {
      done: '{n} completed',
      accepted: '{n} accepted',
      needs_application: '{n} needs a new application | {n} need a new application',
      sent: '{n} in progress',
      planned: '{n} not sent yet',
      needs_you: '{n} decision needed | {n} decisions needed',
      unsettled: '{n} outcome unknown',
      refused: '{n} declined, not charged',
      abandoned: '{n} cancelled',
      not_happened: '{n} not accepted',
    },
  },
  journal: {
    recovered: {
      title: 'The order records were repaired.',
      text: 'One of the two files was damaged and was restored from the other.',
    },
    lost: '{n} entry could not be read in either file. The content is kept in the profile folder. | {n} entries could not be read in either file. The content is kept in the profile folder.',
    failing: 'Orders are not possible now.',
    closed: 'Orders cannot be shown or placed in this window.',
  },
  renew: {
    title: 'Renew',
    count: '{n} domain | {n} domains',
    about: 'Select domains, check the price, then decide. Nothing is charged before you pay.',
    source: 'Domains',
    within: 'Expired, or expire within {n} days',
    custom: 'Expired, or expire within … days',
    chosen: '{n} selected domain | {n} selected domains',
    days: 'Days',
    yearsForAll: 'Years for all selected',
    tooMany: 'The first {n} by expiry are shown. This is the limit for one renewal.',
    ask: 'Check the price of {n} domain | Check the prices of {n} domains',
    askHintOne:
      'Reads the price list and the domains of the account now, then checks the renewal by a dry run. Nothing is charged.',
    askHint:
      'Reads the price list and the domains of {n} account now. | Reads the price lists and the domains of {n} accounts now.',
    asideLabel: 'Price',
    column: {
      tick: 'Select',
      name: 'Name',
      account: 'Account',
      status: 'Status',
      expiry: 'Expires',
      newExpiry: 'New expiry',
      autoRenew: 'Auto-renew',
      years: 'Years',
      price: 'Price',
    },
    years: 'Years for {name}',
    tick: 'Renew {name}',
    tickAll: 'Select all',
    untickAll: 'Deselect all',
    unticked: {
      byYou: 'Deselected by you',
      ordered: 'Ordered',
      autoRenew: 'Auto-renew on',
      refused: 'Declined, not charged',
      abandoned: 'Order cancelled',
      not_happened: 'Not accepted',
    },
    autoRenewUnread: 'The details of this domain have not been read yet',
    ticked: '{n} of {total} selected',
    moved: 'Expiry has changed from {was} to {now}',
    movedUnticked: 'Expiry has changed from {was} to {now}. Select the domain again to renew',
    movedCount: '{n} deselected: the expiry has changed | {n} deselected: the expiry has changed',
    estimate: 'Estimate from the price per year; checked again before you pay',
    pricesRead: 'Prices of the selected domains last read',
    unpriced: 'No price known for {n} of them | No price known for {n} of them',
    estimateTotal: 'Estimate from the prices last read',
    empty: {
      title: 'No domains expire in this period',
      text: 'No domain of the selected accounts expires within {n} days, as last read.',
    },
    emptyUnread: {
      title: 'Not all expiry dates have been read yet',
      text: 'Sync the accounts to show the domains that expire in this period.',
    },
    emptyChosen: { title: 'No domains selected', text: 'Select domains under Domains, or show those expiring soon.' },
    emptyAction: 'Show 90 days',
    loading: 'Looking for domains…',
    problemAction: 'Open the order',
    notice: {
      refund: 'Accepted renewals are not refunded.',
      guard: 'Each domain is renewed only if expiry and price are still as shown.',
      list: 'Expiry dates are read again before anything is sent.',
      years:
        'Not every TLD can be renewed for several years. The service checks this when the renewal is sent; a declined renewal is not charged.',
    },
    fromDomains: 'Renew {n}…',
    fromDomainsTitle: 'Check renewal prices for the domains shown',
    fromDomain: 'Renew…',
    mayNot: {
      expired: 'Expired domains cannot be renewed through the API.',
      notActive: 'Only active domains can be renewed.',
    },
  },
  spending: {
    title: 'Spending',
    spent: 'Spent',
    spentAbout: 'Completed and accepted orders, by month of processing (Japan time).',
    unsettled:
      'In addition, {amount} in {n} order may have been charged. | In addition, {amount} in {n} orders may have been charged.',
    showUnsettled: 'Show',
    by: 'Shown by',
    byKind: 'Kind',
    byAccount: 'Account',
    month: 'Month',
    total: 'Total',
    others: 'Others',
    forecast: 'Upcoming renewals',
    forecastAbout:
      'Active domains and all servers expiring from {from} to {until}. Domains: one year each, at the prices last read. Servers are counted and not in the total: the API does not report renewal prices for servers.',
    domains: 'Domains',
    yen: 'Price',
    unpriced: 'No price',
    unpricedTitle: 'Domains without a known price',
    servers: 'Servers',
    expiriesRead: 'Expiry dates last read',
    pricesRead: 'Prices last read',
    neverRead: '{n} account never read | {n} accounts never read',
    notFullyRead: '{n} account not fully read | {n} accounts not fully read',
    refresh: 'Refresh prices',
    refreshed: 'Prices of {n} account read | Prices of {n} accounts read',
    refreshFailed: 'Prices could not be read: {accounts}',
    empty: {
      title: 'No spending yet',
      text: 'Completed and accepted orders, acquisitions, transfers and renewals are totalled here.',
    },
    nothingToRenew: {
      title: 'Nothing to renew until {until}',
      text: 'No active domain and no server of these accounts expires from {from} to {until}, as last read.',
    },
    noForecast: {
      title: 'Not all expiry dates have been read yet',
      text: 'Sync the accounts to total domains and servers by expiry here.',
    },
    chart: 'Chart: {title}',
    perMonth: '{month}: {amount}',
  },
  elsewhere: {
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
  },
}
