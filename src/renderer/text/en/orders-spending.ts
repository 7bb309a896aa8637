export const spending = {
  title: 'Spending',
  spent: 'Spent',
  spentAbout:
    'Orders counted as spent, by month of the response (Japan time): completed, accepted, and those that need a new application. An order that no response confirms is counted in the month of the check or record that decided it.',
  withoutResponse:
    'Of these, {amount} in {n} order is counted by a check or by your decision: no response of the service confirms the charge. | Of these, {amount} in {n} orders is counted by a check or by your decision: no response of the service confirms the charge.',
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
    'Active domains and all servers expiring from {from} to {until}. Domains: one year each, at the prices last read. Servers are counted and not in the total: the API does not report renewal prices for servers. A domain or server that several accounts list is counted in each of them.',
  domains: 'Domains',
  yen: 'Price',
  unpriced: 'No price',
  unpricedTitle: 'Domains without a known price',
  servers: 'Servers',
  expiriesRead: 'Expiry dates last read (oldest reading)',
  pricesRead: 'Prices last read (oldest reading)',
  noPricesStored: 'No prices are stored',
  withoutPrices: '{n} account without stored prices | {n} accounts without stored prices',
  notFullyRead: '{n} account not fully read | {n} accounts not fully read',
  refresh: 'Refresh prices',
  refreshed: 'Prices of {n} account read | Prices of {n} accounts read',
  refreshFailed: 'Prices could not be read: {accounts}',
  empty: {
    title: 'No spending',
    text: 'Server orders, acquisitions, transfers and renewals of the selected accounts that are counted as spent are totalled here.',
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
}
