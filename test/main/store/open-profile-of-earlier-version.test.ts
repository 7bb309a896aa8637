import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createKeytarOsKeychain } from '#main/accounts/keytar-os-keychain.ts'
import { defaultSettings } from '#shared/ipc/app-state-and-settings.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import { startMainRig, type MainRig } from '#test/main-process-rig.ts'

/**
 * The files of a profile, written by commit d7bfecb on a simulator. They contain six orders of five outcomes, a
 * settings row, and the keychain items that belong to these. The profile is offline, so opening it sends no call.
 * `contents.json` is what that commit showed of the profile.
 */
const folder = join(import.meta.dirname, 'earlier-profile')
const parseFixture = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

test('a profile that an earlier version wrote opens with its settings, accounts, keys, inventory, orders and spending', async () => {
  const rig = await openEarlierProfile()
  expect(await showContents(rig)).toEqual(expectedContents())
})

test('the intents of an earlier version are read from the journal alone when its index is missing', async () => {
  const rig = await openEarlierProfile({ hasIndex: false })
  expect(await showContents(rig)).toEqual(expectedContents())
})

/** Settings that the earlier version lacked have their defaults. */
function expectedContents() {
  const { settings, ...contents } = parseFixture('contents.json')
  return { settings: { ...defaultSettings, ...settings }, ...contents }
}

async function openEarlierProfile({ hasIndex = true } = {}): Promise<MainRig> {
  const profile = mkdtempSync(join(tmpdir(), 'banto-profile-'))
  for (const name of ['banto.db', ...(hasIndex ? ['orders.db'] : [])]) {
    writeFileSync(join(profile, name), gunzipSync(readFileSync(join(folder, `${name}.gz`))))
  }
  copyFileSync(join(folder, 'orders.journal'), join(profile, 'orders.journal'))
  const service = `Banto test ${crypto.randomUUID()}`
  const keychain = createKeytarOsKeychain({ service })
  const items = Object.entries<string>(parseFixture('keychain.json'))
  for (const [id, secret] of items) await keychain.set(id, secret)
  const rig = await startMainRig({ profile, service })
  onTestFinished(async () => {
    await rig.close()
    for (const [id] of items) await keychain.delete(id)
    rmSync(profile, { recursive: true })
  })
  return rig
}

async function showContents({ call }: MainRig) {
  const accounts = (await call('accounts.list', null)).toSorted((one, other) => one.label.localeCompare(other.label))
  const { rows: domains } = await call('inventory.domains', {})
  const { rows: servers } = await call('inventory.servers', {})
  const { zone } = await call('inventory.domain', { accountId: accountId(accounts, 'Aoba'), name: 'aoba.com' })
  const { rows: orders } = await call('orders.list', { sort: 'createdAt', isDescending: false })
  const { months } = await call('orders.spending', {})
  return {
    settings: (await call('app.state', null)).settings,
    accounts: accounts.map(({ label, folder, notes, keys }) => ({
      label,
      folder,
      notes,
      keys: keys.map((key) => [key.label, key.state]),
    })),
    domains: domains.map(({ name, status, expiryDate }) => [name, status, expiryDate]),
    servers: servers.map(({ serverId, status, memo }) => [serverId, status, memo]),
    records: zone.data?.map(({ type, host, content, priority }) => [type, host, content, priority]),
    orders: orders.map(({ target, item, status, yen }) => [target, item.kind, status, yen]),
    spending: months.map(({ kind, yen, count }) => [kind, yen, count]),
  }
}

function accountId(accounts: CommandOutput<'accounts.list'>, label: string): string {
  return accounts.find((account) => account.label === label)?.id ?? ''
}
