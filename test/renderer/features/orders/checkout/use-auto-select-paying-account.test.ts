import { effectScope, nextTick, ref, shallowRef } from 'vue'
import { expect, test } from 'vitest'
import { useAutoSelectPayingAccount } from '#renderer/features/orders/checkout/useAutoSelectPayingAccount.ts'

function open({
  usable,
  selectedInSidebar = usable,
  chosen = null,
  hasChosenItems = false,
}: {
  usable: string[]
  selectedInSidebar?: string[]
  chosen?: string | null
  hasChosenItems?: boolean
}) {
  const accountId = ref<string | null>(chosen)
  const may = shallowRef(usable)
  const seen = shallowRef(selectedInSidebar)
  const isDisabled = ref(false)
  const { lostAccountId: lost } = effectScope().run(() =>
    useAutoSelectPayingAccount(accountId, {
      usable: () => may.value,
      selectedInSidebar: () => seen.value,
      isDisabled: () => isDisabled.value,
      hasChosenItems: () => hasChosenItems,
    }),
  )!
  return { accountId, may, seen, lostAccountId: lost, isDisabled }
}

test('The only account that may buy is chosen automatically; of several, the only one that is selected in the sidebar', () => {
  expect(open({ usable: ['a'] }).accountId.value).toBe('a')
  expect(open({ usable: ['a', 'b'], selectedInSidebar: ['b'] }).accountId.value).toBe('b')
  expect(open({ usable: ['a', 'b'] }).accountId.value).toBeNull()
})

test('An account that may no longer buy is deselected, and no other account is chosen instead', async () => {
  const { accountId, may, seen, lostAccountId: lost } = open({ usable: ['a', 'b'], chosen: 'a' })
  may.value = ['b']
  seen.value = ['b']
  await nextTick()
  expect(accountId.value).toBeNull()
  expect(lost.value).toBe('a')
})

test('A deselected account is chosen again when it may buy, unless the user has chosen another', async () => {
  const { accountId, may, lostAccountId: lost } = open({ usable: ['a', 'b'], chosen: 'a' })
  may.value = ['b']
  await nextTick()
  may.value = ['a', 'b']
  await nextTick()
  expect(accountId.value).toBe('a')
  may.value = ['b']
  await nextTick()
  accountId.value = 'b'
  await nextTick()
  expect(lost.value).toBeNull()
  may.value = ['a', 'b']
  await nextTick()
  expect(accountId.value).toBe('b')
})

test('No account is chosen automatically for a purchase that has begun', () => {
  expect(open({ usable: ['a'], hasChosenItems: true }).accountId.value).toBeNull()
})

test('No account is chosen or deselected before the accounts are loaded', async () => {
  const { accountId, may, isDisabled } = open({ usable: ['a'], chosen: 'a' })
  isDisabled.value = true
  await nextTick()
  may.value = []
  await nextTick()
  expect(accountId.value).toBe('a')
})
