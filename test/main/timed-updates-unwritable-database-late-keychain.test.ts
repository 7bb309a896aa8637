import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test, onTestFinished } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

test('Accounts and inventory are sent to the windows again as time passes, without any change', async () => {
  const clock = createVirtualClock()
  // A keychain in memory. The system's keychain answers in real time; meanwhile the virtual clock could pass the time
  // limit of keychain calls.
  const items = new Map<string, string>()
  const main = await startMainRig({
    clock,
    secrets: {
      get: (id) => Promise.resolve(items.get(id) ?? null),
      set: (id, secret) => Promise.resolve(void items.set(id, secret)),
      delete: (id) => Promise.resolve(void items.delete(id)),
    },
  })
  onTestFinished(() => main.close())
  // What the start itself sends.
  await clock.advance(1000)
  const changed = Promise.all([main.event('accounts.changed'), main.event('inventory.changed')])
  await clock.until(changed)
  expect(clock.monotonic()).toBeGreaterThanOrEqual(5 * 60_000)
})

function noteRejections(): unknown[] {
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  return rejections
}

test('A sync that failed on a locked keychain keeps its state while the database cannot be written', async () => {
  let answers: Promise<null> = Promise.resolve(null)
  const main = await startMainRig({
    secrets: { get: () => answers, set: () => Promise.resolve(), delete: () => Promise.resolve() },
  })
  onTestFinished(() => main.close())
  const { promise, resolve: answerNothing } = Promise.withResolvers<null>()
  answers = promise
  await main.restart(() => {
    const database = openDatabase(join(main.profile, 'banto.db'))
    database.run(
      `insert into account (id, label, colour, base_url, added_at, is_paused) values ('a', 'A', 'slate', 'https://service.example', 0, 1)`,
    )
    database.run(
      `insert into sync_run (account_id, state, started_at, error_at, error) values ('a', 'failed', 0, 0, ?)`,
      JSON.stringify({ kind: 'keychain_locked', message: 'The keychain is locked', details: {} }),
    )
    database.run(`create trigger refuse before update on sync_run begin select raise(fail, 'no'); end`)
    database.close()
  })
  const rejections = noteRejections()
  answerNothing(null)
  await setImmediate()
  expect(rejections).toEqual([])
  expect(await main.call('sync.progress', null)).toMatchObject([
    { state: 'failed', error: { kind: 'keychain_locked' } },
  ])
})

test('A keychain that responds after the close starts nothing on the closed database', async () => {
  const { promise: answer, resolve: answerNothing } = Promise.withResolvers<null>()
  const main = await startMainRig({
    secrets: { get: () => answer, set: () => Promise.resolve(), delete: () => Promise.resolve() },
  })
  await main.close()
  const rejections = noteRejections()
  answerNothing(null)
  // Everything that follows the response runs before the next turn of the event loop.
  await setImmediate()
  expect(rejections).toEqual([])
})
