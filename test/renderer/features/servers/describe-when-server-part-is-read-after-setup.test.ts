import { expect, test } from 'vitest'
import type { AppStateForAutomaticReads } from '#shared/find-automatic-read-obstacle.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import { defaultSettings } from '#shared/ipc/app-state-and-settings.ts'
import { describeWhenServerPartIsReadAfterSetup } from '#renderer/features/servers/describe-when-server-part-is-read-after-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

type Key = Pick<Account['keys'][number], 'state' | 'me'>

const parts = ['servers.detail.readAfterSetup', 'serverPage.afterSetup'] as const
const anyKey: Key = { state: 'untested', me: null }
const domainKey: Key = { state: 'working', me: { expires_at: null, services: { domain: {} } } }
const accountWith = (...keys: Key[]) =>
  ({ isPaused: false, keys, proxy: null }) as unknown as Pick<Account, 'isPaused' | 'keys' | 'proxy'>
const appState: AppStateForAutomaticReads = {
  settings: defaultSettings,
  keychain: { state: 'ready', error: null },
  ipBlocks: [],
  refusedKeysHolds: [],
}

test.each(['en', 'ja'] as const)(
  'The server list is said to be read during a setup only while Banto reads the account (%s)',
  (language) => {
    const t = setMessageLanguage(language)
    const reads = t('servers.detail.listReadDuringSetup')
    const account = accountWith(anyKey)
    for (const part of parts) {
      const read = { obstacle: null, account, appState }
      expect(describeWhenServerPartIsReadAfterSetup(part, read, t)).toContain(reads)
      const paused = describeWhenServerPartIsReadAfterSetup(part, { ...read, obstacle: t('shell.syncOffline') }, t)
      expect(paused).not.toContain(reads)
      expect(paused).toContain(t('shell.syncOffline'))
    }
  },
)

test.each<[string, { account?: ReturnType<typeof accountWith>; appState?: Partial<AppStateForAutomaticReads> }]>([
  ['no key may read it', { account: accountWith(domainKey) }],
  ['only an unusable key may read it', { account: accountWith(domainKey, { ...anyKey, state: 'expired' }) }],
  ['no quota is set for background reading', { appState: { settings: { ...defaultSettings, backgroundShare: 0 } } }],
  ['the keychain is locked', { appState: { keychain: { state: 'locked', error: null } } }],
  [
    'calls are held after refused keys',
    { appState: { refusedKeysHolds: [{ proxyUrl: null, until: 1, refusedCalls: 5 }] } },
  ],
])('The server list is not said to be read during a setup while %s', (_, differing) => {
  const t = setMessageLanguage('en')
  for (const part of parts) {
    const conditions = {
      obstacle: null,
      account: differing.account ?? accountWith(anyKey),
      appState: { ...appState, ...differing.appState },
    }
    expect(describeWhenServerPartIsReadAfterSetup(part, conditions, t)).toBe(t(part))
  }
})
