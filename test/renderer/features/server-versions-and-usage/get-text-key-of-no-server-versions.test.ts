import { expect, test } from 'vitest'
import { getTextKeyOfNoServerVersions } from '#renderer/features/server-versions-and-usage/get-text-key-of-no-server-versions.ts'

test('The page of versions without servers asks for a sync only if a server list was not read', () => {
  expect(getTextKeyOfNoServerVersions('unread')).toBe('serverVersions.none')
  expect(getTextKeyOfNoServerVersions('none')).toBe('servers.empty.none')
  expect(getTextKeyOfNoServerVersions('noAccess')).toBe('servers.empty.noAccess')
})
