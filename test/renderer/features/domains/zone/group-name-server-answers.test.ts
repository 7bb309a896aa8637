import { expect, test } from 'vitest'
import { shownState } from '#renderer/features/domains/zone/group-name-server-answers.ts'

test('A record set is shown as not asked when no name server answers for the zone', () => {
  const server = (reason: 'no_address' | 'refused' | null) => ({ name: 'ns1.example', address: null, reason })
  const set = { state: 'not_reachable' } as const
  expect(shownState(set, [server('no_address'), server('refused')])).toBe('not_asked')
  expect(shownState(set, [server('no_address'), server(null)])).toBe('not_reachable')
})
