import { expect, onTestFinished, test } from 'vitest'
import { useAdministratorsOfLostAnswers } from '#renderer/features/servers/wordpress/useAdministratorsOfLostAnswers.ts'
import { createFastClock } from '#test/main/jobs/jobs-rig.ts'
import { useServersRig, validChanges } from '#test/main/servers/servers-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

const servers = useServersRig({}, createFastClock(400))

async function startWithLostAnswer() {
  const bridge = connectRigBridge(servers.rig())
  const { made, leave } = runInSetup(() => useAdministratorsOfLostAnswers())
  onTestFinished(leave)
  const { installWordpress: sent } = validChanges
  servers.rig().simulator.faults.add({ match: { method: 'POST' }, times: 1, fault: { kind: 'status', status: 504 } })
  made.add(sent, await servers.refusal('installWordpress', sent))
  const administrator = { adminUsername: sent.adminUsername, adminPassword: sent.adminPassword }
  return { bridge, administrators: made.administrators, administrator, lost: made }
}

test('A password stays after a reading has shown the installation, but no longer as one of unknown outcome', async () => {
  const { bridge, administrators, administrator } = await startWithLostAnswer()
  expect(administrators.value).toEqual([{ ...administrator, isListed: false }])
  const { url, title, adminUsername, adminPassword, adminEmail } = validChanges.installWordpress
  await servers.send('POST', 'wp', {
    url,
    title,
    admin_username: adminUsername,
    admin_password: adminPassword,
    admin_email: adminEmail,
  })
  await expect.poll(async () => (await servers.newestEntry())?.result).toBe('done')
  bridge.emit('changeLog.changed', {})
  await expect.poll(() => administrators.value).toEqual([{ ...administrator, isListed: true }])
})

test('A password is dropped after a reading has shown that the service can no longer make the installation', async () => {
  const { bridge, administrators, administrator } = await startWithLostAnswer()
  expect(administrators.value).toEqual([{ ...administrator, isListed: false }])
  await expect.poll(async () => (await servers.newestEntry())?.result).toBe('failed')
  bridge.emit('changeLog.changed', {})
  await expect.poll(() => administrators.value).toEqual([])
})

test('A password of unknown outcome is uncopied until the user copies it, unless it is shown in another place', async () => {
  const { administrator, lost } = await startWithLostAnswer()
  expect(lost.hasUncopied()).toBe(true)
  expect(lost.hasUncopied(administrator)).toBe(false)
  expect(lost.hasUncopied({ ...administrator, adminUsername: 'another' })).toBe(true)
  lost.copiedPasswords.add(administrator.adminPassword)
  expect(lost.hasUncopied()).toBe(false)
  lost.forgetAll()
  expect(lost.administrators.value).toEqual([])
})
