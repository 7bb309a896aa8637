import type { CustomerReports } from '#main/customers/customer-reports.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createCustomerReportsHandlers(customers: CustomerReports): HandlersOf<'customers'> {
  return {
    'customers.list': () => customers.list(),
    'customers.summary': ({ name }) => customers.summary(name),
    'customers.items': ({ name, ...page }) => customers.items(name, page),
  }
}
