import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'

const tasks = fc.array(
  fc.record({ key: fc.constantFrom('a', 'b'), turns: fc.nat(4), fails: fc.boolean(), waitsBefore: fc.nat(3) }),
  { maxLength: 20 },
)

describe('tasks serialized by key', () => {
  test('Tasks of one key never overlap and keep their order, whether earlier tasks succeed or fail', async () => {
    await fc.assert(
      fc.asyncProperty(tasks, async (given) => {
        const serialize = createKeyedTaskQueue()
        const started: Record<string, number[]> = { a: [], b: [] }
        const running = new Set<string>()
        const results: Promise<unknown>[] = []
        for (const [index, { key, turns, fails, waitsBefore }] of given.entries()) {
          for (let turn = 0; turn < waitsBefore; turn++) await Promise.resolve()
          results.push(
            serialize(key, async () => {
              expect(running.has(key)).toBe(false)
              running.add(key)
              started[key]?.push(index)
              for (let turn = 0; turn < turns; turn++) await Promise.resolve()
              running.delete(key)
              if (fails) throw new Error(`task ${index}`)
              return index
            }),
          )
        }
        const ended = await Promise.allSettled(results)
        expect(ended.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual(
          given.map(({ fails }, index) => (fails ? `Error: task ${index}` : index)),
        )
        for (const key of ['a', 'b'])
          expect(started[key]).toEqual(given.flatMap((task, index) => (task.key === key ? [index] : [])))
      }),
    )
  })

  test('A task does not wait for tasks of another key', async () => {
    const serialize = createKeyedTaskQueue()
    const first = Promise.withResolvers<string>()
    const waiting = serialize('a', () => first.promise)
    expect(await serialize('b', () => Promise.resolve('second'))).toBe('second')
    first.resolve('first')
    expect(await waiting).toBe('first')
  })
})
