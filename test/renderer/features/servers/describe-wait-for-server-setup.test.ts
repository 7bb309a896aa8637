import { expect, test } from 'vitest'
import { describeWaitForServerSetup } from '#renderer/features/servers/describe-wait-for-server-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each(['en', 'ja'] as const)(
  'The server list is said to be read during a setup only while Banto reads the account (%s)',
  (language) => {
    const t = setMessageLanguage(language)
    const reads = t('servers.detail.listReadDuringSetup')
    for (const part of ['servers.detail.readAfterSetup', 'serverPage.afterSetup'] as const) {
      expect(describeWaitForServerSetup(part, null, t)).toContain(reads)
      const paused = describeWaitForServerSetup(part, t('shell.syncOffline'), t)
      expect(paused).not.toContain(reads)
      expect(paused).toContain(t('shell.syncOffline'))
    }
  },
)
