import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ServerChangeName } from '#shared/ipc/single-server-change-commands.ts'
import type { FaultRule } from '#simulator/fault-rules.ts'
import { createFastClock } from '#test/main/jobs/jobs-rig.ts'
import { readFolderAsText } from '#test/read-folder-as-text.ts'
import { serverChangeSpecs } from '#main/servers/all-server-change-specs.ts'
import { toChangeLogEntryOfMadeChange } from '#main/servers/server-change-spec-interface.ts'
import { canaryPassword, servername, useServersRig, validChanges } from './servers-rig.ts'

const servers = useServersRig()

/** Lets the next write fail by a fault of the simulator. */
function failNextWrite(fault: FaultRule['fault'], times = 1): void {
  for (const method of ['POST', 'PUT', 'DELETE'])
    servers.rig().simulator.faults.add({ match: { method }, times, fault })
}

const shownByReading: ServerChangeName[] = [
  'addDomain',
  'addSubdomain',
  'installWordpress',
  'deleteWordpress',
  'addSshKey',
  'deleteSshKey',
]
/** The list shows that the name is there. It shows nothing of the values that were sent with it. */
const provedByList: Partial<
  Record<ServerChangeName, { subject?: null; after: string | null; unproved: string | null }>
> = {
  addDomain: { after: null, unproved: 'SSL, HTTPS' },
  addSubdomain: { after: null, unproved: null },
  installWordpress: {
    after: validChanges.installWordpress.title,
    unproved: validChanges.installWordpress.adminUsername,
  },
  deleteWordpress: { after: null, unproved: 'delete_db=true delete_db_user=false delete_cron=true' },
  addSshKey: { subject: null, after: validChanges.addSshKey.publicKey, unproved: validChanges.addSshKey.label },
}
const shownByNothing: ServerChangeName[] = ['resetDomain', 'addDatabase', 'addDatabaseUser']
const sentAgain: ServerChangeName[] = ['setMemo', 'setSsh', 'grantDatabase', 'clearCache']

describe('A change of a server whose answer is lost', () => {
  test.each(shownByReading)('%s is settled by a reading and is not sent again', async (name) => {
    failNextWrite({ kind: 'reset-after' })
    const output = await servers.call(name, validChanges[name] as never)
    const unproved = provedByList[name]?.unproved ?? null
    expect(output).toMatchObject({ isSent: true, isAnswerLost: true, result: null, unproved })
    expect(servers.writes()).toHaveLength(1)
    expect(await servers.newestEntry()).toMatchObject({
      id: output.changeId,
      result: 'done',
      isSettledByReading: true,
      change: { operation: name, ...provedByList[name] },
    })
  })

  test('A change is in the change log as being sent, from the time it is sent until it is answered', async () => {
    failNextWrite({ kind: 'delay', ms: 500 })
    const changed = servers.call('setSsh', validChanges.setSsh)
    await expect.poll(() => servers.writes().length).toBe(1)
    const entry = await servers.newestEntry()
    expect(entry).toMatchObject({ change: { operation: 'setSsh' }, result: 'sending', error: null })
    expect(await changed).toMatchObject({ changeId: entry?.id })
    expect(await servers.newestEntry()).toMatchObject({ id: entry?.id, result: 'done' })
  })

  test('A change with values that no reading proves is found under both results', async () => {
    failNextWrite({ kind: 'reset-after' })
    const { changeId } = await servers.call('addDomain', validChanges.addDomain)
    for (const results of [['done'], ['unknown']] as const) {
      const { rows } = await servers.rig().call('changeLog.list', { filter: { results: [...results] } })
      expect(rows.map(({ id }) => id)).toContain(changeId)
    }
  })

  test.each([...shownByReading, ...shownByNothing])(
    '%s that did not arrive so far is unsettled, because it may still arrive',
    async (name) => {
      failNextWrite({ kind: 'reset-before' })
      expect((await servers.refusal(name, validChanges[name] as never)).kind).toBe('unsettled')
      expect(servers.writes()).toHaveLength(1)
      expect(await servers.newestEntry()).toMatchObject({ change: { operation: name }, result: 'unknown' })
    },
  )

  test.each(shownByReading)(
    '%s that was answered with a 5xx is unknown, because the service may still execute it',
    async (name) => {
      failNextWrite({ kind: 'status', status: 500, code: 'INTERNAL_ERROR' })
      const error = await servers.refusal(name, validChanges[name] as never)
      expect(error).toMatchObject({
        kind: 'unsettled',
        details: { isReadAgain: true, lost: { code: 'INTERNAL_ERROR' } },
      })
      expect(servers.writes()).toHaveLength(1)
      expect(await servers.newestEntry()).toMatchObject({ change: { operation: name }, result: 'unknown' })
    },
  )

  test.each(shownByNothing)('%s stays unsettled after 500, because no reading shows it', async (name) => {
    failNextWrite({ kind: 'status', status: 500, code: 'INTERNAL_ERROR', when: 'after' })
    const error = await servers.refusal(name, validChanges[name] as never)
    expect(error.kind).toBe('unsettled')
    expect(error.details['isReadAgain']).toBeUndefined()
    expect(servers.writes()).toHaveLength(1)
  })

  test('A change that was sent again is unknown when only its last sending was refused', async () => {
    const { faults } = servers.rig().simulator
    faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'reset-before' } })
    faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'status', status: 422, code: 'VALIDATION_ERROR' } })
    const error = await servers.refusal('setMemo', validChanges.setMemo)
    expect(error).toMatchObject({ kind: 'unsettled', details: { lost: { code: 'VALIDATION_ERROR' } } })
    expect(servers.writes()).toHaveLength(2)
    expect(await servers.newestEntry()).toMatchObject({ change: { operation: 'setMemo' }, result: 'unknown' })
  })

  test.each(sentAgain)('%s is sent again, because a second call does no harm', async (name) => {
    failNextWrite({ kind: 'reset-after' })
    expect(await servers.call(name, validChanges[name] as never)).toMatchObject({ isSent: true, isAnswerLost: false })
    expect(servers.writes().length).toBe(2)
  })

  test('A change that was sent again names the time until which its lost attempt may still be executed', async () => {
    expect(await servers.call('setSsh', { isEnabled: true })).toMatchObject({ mayBeMadeAgainUntil: null })
    failNextWrite({ kind: 'reset-after' })
    const begunAt = Date.now()
    const { mayBeMadeAgainUntil, at } = await servers.call('setSsh', { isEnabled: false })
    expect(mayBeMadeAgainUntil).toBeGreaterThanOrEqual(begunAt + 300_000)
    expect(mayBeMadeAgainUntil).toBeLessThanOrEqual(at + 300_000)
  })

  test('A change that a reading shows after one lost answer cannot be executed again', async () => {
    failNextWrite({ kind: 'reset-after' })
    expect(await servers.call('addDomain', validChanges.addDomain)).toMatchObject({ mayBeMadeAgainUntil: null })
  })

  test('WordPress that another program installed at the same address with another title is not taken for the own one', async () => {
    const { faults } = servers.rig().simulator
    faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'reset-before' } })
    // The first reading is before the change. The one after it waits, so that the other program is faster.
    faults.add({ match: { method: 'GET' }, times: 1, fault: { kind: 'delay', ms: 0 } })
    faults.add({ match: { method: 'GET' }, times: 1, fault: { kind: 'delay', ms: 300 } })
    const refusal = servers.refusal('installWordpress', validChanges.installWordpress)
    await expect.poll(() => servers.writes().length).toBe(1)
    await servers.send('POST', 'wp', {
      url: validChanges.installWordpress.url,
      title: 'Somebody else',
      admin_username: 'other',
      admin_password: 'not-a-real-password',
      admin_email: 'other@one.com',
    })
    expect(await refusal).toMatchObject({ kind: 'unsettled' })
    await servers.call('wordpress', { domain: null })
    expect(await servers.newestEntry()).toMatchObject({
      change: { operation: 'installWordpress', after: 'One' },
      result: 'unknown',
    })
  })

  test('A change is unsettled when the server cannot be read again', async () => {
    failNextWrite({ kind: 'reset-after' })
    // The first reading is answered; the readings after the change are not.
    const { faults } = servers.rig().simulator
    faults.add({ match: { method: 'GET' }, times: 1, fault: { kind: 'delay', ms: 0 } })
    faults.add({ match: { method: 'GET' }, times: 3, fault: { kind: 'reset-before' } })
    const error = await servers.refusal('addDomain', validChanges.addDomain)
    expect(error).toMatchObject({ kind: 'unsettled', details: { lost: { kind: 'unsettled' }, unread: {} } })
    faults.clear()
    expect(servers.hosting().domains.has('example.com')).toBe(true)
  })

  test('A change is not sent when the server cannot be read before', async () => {
    servers.rig().simulator.faults.add({ match: { method: 'GET' }, times: 1, fault: { kind: 'status', status: 403 } })
    expect(await servers.refusal('addDomain', validChanges.addDomain)).toMatchObject({
      details: { hasHappened: false },
    })
    expect(servers.writes()).toEqual([])
  })

  test('A generated key whose private key is lost is unsettled, and the error names the key that appeared', async () => {
    failNextWrite({ kind: 'reset-after' })
    const error = await servers.refusal('generateSshKey', {})
    expect(error).toMatchObject({
      kind: 'unsettled',
      details: { newKeys: [{ id: 3, label: 'generated', publicKey: expect.stringMatching(/^ssh-/) as string }] },
    })
    expect(servers.writes()).toHaveLength(1)
  })
})

/** The reading that shows each change. */
const readings = {
  addDomain: ['domains', {}],
  addSubdomain: ['subdomains', {}],
  installWordpress: ['wordpress', { domain: null }],
  deleteWordpress: ['wordpress', { domain: null }],
  addSshKey: ['sshKeys', {}],
  deleteSshKey: ['sshKeys', {}],
} as const

describe('A change of a server that arrives after its outcome was called unknown', () => {
  test.each(Object.entries(readings))(
    '%s is settled in the history by a later reading',
    async (name, [reading, input]) => {
      failNextWrite({ kind: 'late', ms: 500 })
      const change = name as keyof typeof readings
      expect((await servers.refusal(change, validChanges[change] as never)).kind).toBe('unsettled')
      const before = await servers.newestEntry()
      expect(before).toMatchObject({ result: 'unknown', change: { operation: name } })
      await expect
        .poll(async () => {
          await servers.call(reading, input as never)
          return (await servers.newestEntry())?.result
        })
        .toBe('done')
      const { id, at, change: sent } = before ?? {}
      expect(await servers.newestEntry()).toMatchObject({
        id,
        at,
        change: { ...sent, ...provedByList[change] },
        isSettledByReading: true,
      })
      expect(servers.writes()).toHaveLength(1)
    },
  )
})

describe('A change of a server whose outcome is unknown is decided by a reading some minutes later', () => {
  const hasty = useServersRig({}, createFastClock(400))

  function fail(): void {
    for (const method of ['POST', 'PUT', 'DELETE'])
      hasty.rig().simulator.faults.add({ match: { method }, times: 1, fault: { kind: 'status', status: 504 } })
  }
  const decided = async () => (await hasty.newestEntry())?.result

  test.each(shownByReading)('%s that the service never executed was not made', async (name) => {
    fail()
    expect((await hasty.refusal(name, validChanges[name] as never)).kind).toBe('unsettled')
    expect(await decided()).toBe('unknown')
    await expect.poll(decided).toBe('failed')
    expect(hasty.writes()).toHaveLength(1)
  })

  test('A domain that the service added late was added', async () => {
    fail()
    expect((await hasty.refusal('addDomain', validChanges.addDomain)).kind).toBe('unsettled')
    const { writes } = hasty
    expect(writes()).toHaveLength(1)
    await hasty.send('POST', 'domain', { domain: 'example.com', ssl: true, redirect_https: true })
    await expect.poll(decided).toBe('done')
    expect(await hasty.newestEntry()).toMatchObject({ change: provedByList.addDomain, isSettledByReading: true })
  })

  test('A change whose answer came minutes later is in the history with both times', async () => {
    hasty.rig().simulator.faults.add({ match: { method: 'PUT' }, times: 1, fault: { kind: 'delay', ms: 500 } })
    await hasty.call('setMemo', { memo: '検証', expected: null })
    const { at, confirmedAt } = (await hasty.newestEntry()) ?? {}
    expect(confirmedAt).toBeGreaterThan(at as number)
  })

  test('A memo that was written late is in the list of servers after that reading', async () => {
    // The call is sent up to three times.
    hasty.rig().simulator.faults.add({ match: { method: 'PUT' }, times: 3, fault: { kind: 'late', ms: 400 } })
    expect((await hasty.refusal('setMemo', { memo: '遅れて届く', expected: null })).kind).toBe('unsettled')
    await expect.poll(decided).toBe('done')
    const { row } = await hasty.rig().call('inventory.server', { accountId: hasty.accountId(), name: servername })
    expect(row.memo).toBe('遅れて届く')
  })
})

describe('Passwords and private keys', () => {
  /** The bytes of every file of the profile. */
  const profileText = () => readFolderAsText(servers.rig().profile)
  const seenByWindow = () => JSON.stringify(servers.rig().events)

  test('A password and a private key are in no file, no event and no entry of the change log', async () => {
    await servers.call('installWordpress', validChanges.installWordpress)
    await servers.call('addDatabaseUser', validChanges.addDatabaseUser)
    const { result } = await servers.call('generateSshKey', {})
    const lines = `${result?.privateKey}`.split('\n').filter((line) => line.length > 40)
    expect(lines.length).toBeGreaterThan(0)
    expect(profileText()).toContain('web01.simulator.example')
    for (const secret of [canaryPassword, ...lines])
      for (const text of [profileText(), seenByWindow()]) expect(text).not.toContain(secret)
  })

  test('A private key is saved only in the file that the user chose, which only the user can read', async () => {
    const { result } = await servers.call('generateSshKey', {})
    const privateKey = `${result?.privateKey}`
    const path = join(servers.rig().profile, 'web01.pem')
    writeFileSync(path, 'an older file that everyone can read')
    chmodSync(path, 0o644)
    expect(await servers.call('savePrivateKey', { privateKey })).toEqual({ path })
    expect(readFileSync(path, 'utf8')).toBe(privateKey)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    rmSync(path)
    for (const line of privateKey.split('\n').filter(({ length }) => length > 40))
      for (const text of [profileText(), seenByWindow(), JSON.stringify(await servers.newestEntry())])
        expect(text).not.toContain(line)
  })

  test('A text that is no private key is not saved, and the error does not repeat it', async () => {
    const error = await servers.refusal('savePrivateKey', { privateKey: canaryPassword })
    expect(error.kind).toBe('invalid_input')
    expect(JSON.stringify([error.message, error.details])).not.toContain(canaryPassword)
    expect(readdirSync(servers.rig().profile)).not.toContain('web01.pem')
  })

  test.each([
    ['installWordpress', validChanges.installWordpress],
    ['addDatabaseUser', validChanges.addDatabaseUser],
  ] as const)('A password that the service repeats in its error is not in the error of %s', async (name, fields) => {
    const body = {
      error: { code: 'VALIDATION_ERROR', message: `no: ${canaryPassword}`, errors: [`${canaryPassword}: weak`] },
    }
    failNextWrite({ kind: 'status', status: 422, body })
    const error = await servers.refusal(name, fields as never)
    expect(error).toMatchObject({ kind: 'service', status: 422, serviceMessage: 'no: •••' })
    expect(JSON.stringify([error.message, error.details, await servers.newestEntry()])).not.toContain(canaryPassword)
    expect(profileText()).not.toContain(canaryPassword)
  })

  test('An answer that the service would not give is not in the error, because it may have a private key', async () => {
    const body = { pem: '-----BEGIN PRIVATE KEY----- not-a-real-key' }
    failNextWrite({ kind: 'status', status: 201, when: 'after', body })
    const error = await servers.refusal('generateSshKey', {})
    expect(error.kind).toBe('unsettled')
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/PRIVATE KEY|"excerpt"/)
    expect(JSON.stringify(error.details)).toContain('not_the_service')
  })
})

test('A list of WordPress without titles does not prove the title of an installation whose answer was lost', () => {
  const spec = serverChangeSpecs.installWordpress
  const { url, title, adminUsername } = validChanges.installWordpress
  const described = {
    kind: 'server',
    operation: 'installWordpress',
    before: null,
    notListed: null,
    ...spec.describeForChangeLog({ accountId: 'a', servername, ...validChanges.installWordpress }),
    unproved: null,
  } as const
  const logged = (sites: object[]) => toChangeLogEntryOfMadeChange(spec, described, null, { wordpress: sites })
  expect(logged([{ url }])).toMatchObject({ after: null, unproved: `${title}, ${adminUsername}` })
  expect(logged([{ url, title }])).toMatchObject({ after: title, unproved: adminUsername })
})
