import type { CustomerRenamer } from '#main/annotations/customer-renamer.ts'
import type { CustomerReports } from '#main/customers/customer-domains-servers-and-renewal-prices.ts'
import type { HandlersOf } from '#main/ipc/handler-types.ts'

export function createCustomersHandlers({
  reports,
  customerRenamer,
}: {
  reports: CustomerReports
  customerRenamer: CustomerRenamer
}): HandlersOf<'customers'> {
  return {
    'customers.list': () => reports.list(),
    'customers.summary': ({ name }) => reports.summary(name),
    'customers.rename': ({ name, newName, mayMerge }) => customerRenamer.rename(name, newName, mayMerge),
    'customers.undoRename': ({ renameId }) => customerRenamer.undo(renameId),
    'customers.items': ({ name, ...page }) => reports.items(name, page),
  }
}
