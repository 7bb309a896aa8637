/** Maximum length of a customer's name, in characters. */
export const maxCustomerLength = 100

/** Two names with the same key are one customer: letter case, full-width forms and the width of spaces do not count. */
export function customerKey(customer: string): string {
  return customer.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

/** A typed name as it is stored: on one line, without space around it. Empty: no customer. */
export function normalizeCustomer(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ')
}

/** Whether the text is a name as `normalizeCustomer` returns it, or empty, and not too long. */
export function isValidCustomerName(text: string): boolean {
  return normalizeCustomer(text) === text && [...text].length <= maxCustomerLength
}
