import { expect, test } from 'vitest'
import { describeUnpricedResources } from '#renderer/features/customers/describe-unpriced-resources.ts'

const t = ((key: string, { n }: { n: string }) => `${key} ${n}`) as never
const none = { pricesNotRead: 0, notListed: 0, unpayable: 0, notActive: 0 }

test('The sum names every kind of domain and server that it does not contain, and no other', () => {
  expect(
    describeUnpricedResources(
      { unpriced: { ...none, notListed: 1_200, notActive: 2 }, servers: 3, notRead: 4, ofUnknownAccount: 5 },
      t,
      'en',
    ),
  ).toEqual([
    'customers.cost.notListed 1,200',
    'customers.cost.notActive 2',
    'customers.cost.server 3',
    'customers.cost.notRead 4',
    'customers.cost.ofUnknownAccount 5',
  ])
  expect(describeUnpricedResources({ unpriced: none, servers: 0, notRead: 0, ofUnknownAccount: 0 }, t, 'en')).toEqual(
    [],
  )
})
