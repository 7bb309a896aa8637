import { accountNotInBanto } from './common.ts'
import { ordersCsvExport } from './orders-csv-export.ts'
import { ordersDetails } from './orders-details.ts'
import { externalPurchases } from './orders-external-purchases.ts'
import { ordersRenew } from './orders-renew.ts'
import { ordersRuns } from './orders-runs.ts'
import { spending } from './orders-spending.ts'
import { orderStatus } from './orders-status.ts'

export const orders = {
  title: 'Orders',
  page: {
    orders: 'Orders',
    'orders-renew': 'Renew',
    'orders-acquire': 'Acquire',
    'orders-transfer': 'Transfer in',
    'orders-server': 'Order a server',
    'orders-spending': 'Spending',
    'orders-external-purchases': 'Bought elsewhere',
  },
  ...orderStatus,
  extent: {
    order: '{plan} · {n} month | {plan} · {n} months',
    years: '{n} year | {n} years',
    transfer: 'with one year',
  },
  waitsForYou:
    '{n} order placed with Banto needs you: to decide, on hold, declined or with a new application needed | {n} orders placed with Banto need you: to decide, on hold, declined or with a new application needed',
  waitsForYouInAllAccounts:
    'All accounts: {n} order placed with Banto to decide, on hold, declined or with a new application needed | All accounts: {n} orders placed with Banto to decide, on hold, declined or with a new application needed',
  needsYouCount: '{n} order needs a decision | {n} orders need a decision',
  count: '{n} order | {n} orders',
  matching: '{n} of {total} order | {n} of {total} orders',
  column: {
    state: 'State',
    target: 'Name',
    kind: 'Kind',
    account: 'Account',
    yen: 'Price',
    createdAt: 'Placed (Japan)',
    age: 'Age',
  },
  filter: {
    text: 'Filter by name',
    kind: 'Kind',
    anyKind: 'Any kind',
    state: 'Filter by state',
    waitsForUser: 'Needs action',
    notSent: 'Waiting or on hold',
    all: 'All',
    clear: 'Clear filters',
    run: 'Placed together',
    waitsFor: {
      balance: '{run}: insufficient balance, still to do',
      declined: '{run}: declined, still to do',
      hold: '{run}: on hold, action needed',
    },
    stopped: 'On hold or declined, still to do',
    removeStopped: 'Show other orders, too (remove filter: {filter})',
    newer: 'Newer orders are not shown',
    removeRun: 'Show other orders, too (remove filter: {run})',
  },
  empty: {
    title: 'No orders',
    text: 'Purchases and renewals of the selected accounts that are made with Banto are listed here with the outcome and the evidence.',
    noAccount: 'Banto has no account. Purchases and renewals that are made with Banto are listed here.',
    action: 'Renew domains',
  },
  noMatch: { title: 'No order matches', text: 'No order matches these filters.' },
  ...ordersDetails,
  csv: ordersCsvExport,
  offline: 'You are working offline.',
  mayNotCheck: {
    offline: 'You are working offline.',
    keychain: 'The keychain is not available.',
    blocked: 'All calls of the account are on hold.',
    noAccount: accountNotInBanto,
    paused: 'The account is paused.',
    noKey: 'The account has no usable key.',
    noPermission: 'No usable key of the account may read what the check needs.',
  },
  and: ', ',
  ofTarget: {
    title: 'Orders',
    none: { domain: 'No orders placed with Banto', server: 'No orders placed with Banto under this server ID' },
    all: 'Show all {n}',
    newest: 'Show the newest {n} of {total}',
    removedAccount: '(not in Banto)',
  },
  orderAgainAtNewPrices: {
    page: 'Check prices again',
    title: 'Check the price of {n} order again | Check the prices of {n} orders again',
    was: 'Confirmed',
    now: 'Price now',
    moved: 'Expiry has changed from {was} to {now}: left out',
    nothing: 'No orders left whose price is to be checked again',
  },
  run: ordersRuns,
  journal: {
    recovered: {
      title: 'The order records were repaired.',
      text: 'At least one of the two files was damaged. What was intact in either file was restored.',
    },
    lost: '{n} entry could not be read in either file. The content is kept in the profile folder. | {n} entries could not be read in either file. The content is kept in the profile folder.',
    failing: 'The order records could not be saved at the last attempt.',
    closed: 'Orders cannot be shown or placed in this window.',
  },
  renew: ordersRenew,
  spending,
  externalPurchases,
}
