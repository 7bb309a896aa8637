import type { accounts as english } from '../en/accounts.ts'

export const accounts: typeof english = {
  title: 'accounts',
}
