import { join } from 'node:path'
import { expect, test, onTestFinished } from 'vitest'
import { openDatabase } from '#main/store/database.ts'
import { createKeychainInMemory } from '#test/keychain-in-memory.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { createVirtualClock } from '#test/virtual-clock.ts'

test('The page that the tray or a notification opens is announced until the window takes it, once', async () => {
  const clock = createVirtualClock()
  const rig = await startMainRig({ clock, secrets: createKeychainInMemory() })
  onTestFinished(() => rig.close())
  await rig.restart(() => {
    const database = openDatabase(join(rig.profile, 'banto.db'))
    database.run(
      `insert into account (id, label, colour, base_url, added_at) values ('a', 'A', 'slate', 'https://service.example', 0)`,
    )
    database.close()
  })
  const line = () =>
    rig.trays
      .at(-1)
      ?.menu.flat()
      .find(({ label }) => label === 'Accounts with a missing or unusable API key: 1')
  await expect.poll(line).toBeDefined()
  const announced = () => rig.events.filter(({ name }) => name === 'app.pageLinkReady').length

  line()?.onClick?.()
  expect(announced()).toBe(1)
  await clock.advance(2_500)
  expect(announced()).toBe(3)
  expect(await rig.call('app.takePageLink', null)).toEqual({ page: 'overview', accountIds: ['a'] })
  expect(await rig.call('app.takePageLink', null)).toBeNull()
  await clock.advance(10_000)
  expect(announced()).toBe(3)

  line()?.onClick?.()
  await clock.advance(60_000)
  expect(announced()).toBe(3 + 30)
  expect(await rig.call('app.takePageLink', null)).toBeNull()
})
