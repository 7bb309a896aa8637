/** Maximum length of a customer's name, in characters. */
export const maxCustomerLength = 100

/** Two names with the same key are one customer: letter case, full-width forms and the width of spaces do not count. */
export function getCustomerComparisonKey(customer: string): string {
  return customer.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

/** Returns a typed name as it is stored: on one line, without space around it. Empty: no customer. */
export function normalizeCustomer(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ')
}

/** Returns true if the text is a name as `normalizeCustomer` returns it, or empty, and not too long. */
export function isValidCustomerName(text: string): boolean {
  return normalizeCustomer(text) === text && [...text].length <= maxCustomerLength
}

/**
 * Returns the customers of a filter after one of them was renamed. The new name may be among them already, because two
 * customers were merged. Returns the same array if the renamed customer is not among them.
 */
export function renameCustomerInList(customers: string[], former: string, name: string): string[] {
  const formerKey = getCustomerComparisonKey(former)
  if (!customers.some((each) => getCustomerComparisonKey(each) === formerKey)) return customers
  const byKey = new Map<string, string>()
  for (const each of customers) {
    const renamed = getCustomerComparisonKey(each) === formerKey ? name : each
    byKey.set(getCustomerComparisonKey(renamed), renamed)
  }
  return [...byKey.values()]
}
