import { expect, test } from 'vitest'
import { describeWhenServerPartIsReadAfterSetup } from '#renderer/features/servers/describe-when-server-part-is-read-after-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

test.each(['en', 'ja'] as const)(
  'The server list is said to be read during a setup only while Banto reads the account (%s)',
  (language) => {
    const t = setMessageLanguage(language)
    const reads = t('servers.detail.listReadDuringSetup')
    for (const part of ['servers.detail.readAfterSetup', 'serverPage.afterSetup'] as const) {
      expect(describeWhenServerPartIsReadAfterSetup(part, null, t)).toContain(reads)
      const paused = describeWhenServerPartIsReadAfterSetup(part, t('shell.syncOffline'), t)
      expect(paused).not.toContain(reads)
      expect(paused).toContain(t('shell.syncOffline'))
    }
  },
)
