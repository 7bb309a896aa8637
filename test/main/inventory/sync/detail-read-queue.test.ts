import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DueDetail } from '#main/inventory/details/query-due-details.ts'
import { createDetailReadQueue } from '#main/inventory/sync/detail-read-queue.ts'

const createDue = (count: number): DueDetail[] =>
  Array.from({ length: count }, (_, index) => ({
    resourceKind: 'domain',
    name: `domain${index}.example`,
    detailKind: 'zone',
    reason: 'stale',
  }))

test('Planned details that no key may read any more are counted, and are neither planned nor taken', async () => {
  const queue = createDetailReadQueue('domain', createDue(20), 15)
  await queue.preferVisible(({ name }) => name === 'domain9.example')
  expect([queue.take()?.name, queue.take()?.name]).toEqual(['domain9.example', 'domain0.example'])
  expect(queue.removeUnreadable(({ name }) => /[1-5]\.example/.test(name))).toBe(3)
  expect([queue.due, queue.planned]).toEqual([12, 12])
  const rest = Array.from({ length: 10 }, () => queue.take()?.name)
  expect(new Set(rest).size).toBe(10)
  expect(rest.every((name) => /[1-5]\.example/.test(name ?? ''))).toBe(true)
  expect(queue.take()).toBeNull()
})

test('Each due detail is taken once at most, and as many as planned, whatever becomes visible meanwhile', async () => {
  const steps = fc.array(fc.oneof(fc.constant('take' as const), fc.array(fc.nat(40), { maxLength: 5 })))
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.nat(40), steps, async (count, limit, actions) => {
      const due = createDue(count)
      const queue = createDetailReadQueue('domain', due, limit)
      const taken: DueDetail[] = []
      const searches: Promise<void>[] = []
      for (const action of actions) {
        if (action === 'take') {
          const detail = queue.take()
          if (detail) taken.push(detail)
        } else {
          const visible = new Set(action.map((index) => `domain${index}.example`))
          searches.push(queue.preferVisible(({ name }) => visible.has(name)))
          if (action.length % 2 === 0) await searches.at(-1)
        }
      }
      await Promise.all(searches)
      for (let detail = queue.take(); detail; detail = queue.take()) taken.push(detail)
      expect(new Set(taken).size).toBe(taken.length)
      expect(taken).toHaveLength(Math.min(count, limit))
      expect(queue.notBegun()).toBe(0)
    }),
  )
})

test('Details of what became visible are taken next, and then the order continues', async () => {
  const queue = createDetailReadQueue('domain', createDue(6), 5)
  const next = () => queue.take()?.name
  expect(next()).toBe('domain0.example')
  await queue.preferVisible(({ name }) => name === 'domain4.example')
  expect([next(), next(), next(), next(), next()]).toEqual([
    'domain4.example',
    'domain1.example',
    'domain2.example',
    'domain3.example',
    undefined,
  ])
})
