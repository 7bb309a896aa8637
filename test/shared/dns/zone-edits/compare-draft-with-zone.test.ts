import { expect, test } from 'vitest'
import { pairDraftRecordsWithBase, compareDraftWithZone } from '#shared/dns/zone-edits/compare-draft-with-zone.ts'

const record = (id: number, content = `192.0.2.${id}`) => ({
  id,
  type: 'A',
  host: 'www',
  content,
  ttl: 3600,
  priority: 0,
})
const typed = (baseId: number | null, content: string) => ({
  type: 'A',
  host: 'www',
  content,
  ttl: 3600,
  priority: 0,
  baseId,
})
const base = [record(1), record(2), record(3)]
/** Keeps 1, changes 2, deletes 3 and adds one. */
const records = [typed(1, '192.0.2.1'), typed(2, '198.51.100.2'), typed(null, ' 198.51.100.9')]

/** The states of the records of a draft on a zone, and the IDs of the records that the draft does not know. */
function match(draft: readonly ReturnType<typeof typed>[], zone: readonly ReturnType<typeof record>[]) {
  const { matches, appeared } = compareDraftWithZone(pairDraftRecordsWithBase(base, draft), zone, (one) => ({
    ...one,
    content: one.content.trim(),
  }))
  return {
    states: matches.map(({ state }) => state),
    changedElsewhere: matches.flatMap(({ isChangedElsewhere }, index) => (isChangedElsewhere ? [index] : [])),
    appeared: appeared.map(({ id }) => id),
  }
}

test('The edits of a draft are made when the zone has all of them', () => {
  const made = [record(1), record(2, '198.51.100.2'), record(4, '198.51.100.9')]
  expect(match(records, base).states).toEqual(['made', 'open', 'open', 'open'])
  expect(match(records, made)).toEqual({ states: ['made', 'made', 'made', 'made'], changedElsewhere: [], appeared: [] })
  expect(match(records, [...made, record(3)]).states).toEqual(['made', 'made', 'open', 'made'])
  expect(match(records, made.slice(0, 2)).states).toEqual(['made', 'made', 'made', 'open'])
})

test('A deleted record that became the new record of the draft is made, and was not changed elsewhere', () => {
  const zone = [record(1), record(2), record(3, '198.51.100.9')]
  expect(match(records, zone)).toEqual({ states: ['made', 'open', 'made', 'made'], changedElsewhere: [], appeared: [] })
})

test('Edits that were made with fewer changes than the draft has are made', () => {
  const chain = [typed(1, '192.0.2.2'), typed(2, '198.51.100.2'), typed(3, '192.0.2.3')]
  expect(match(chain, [record(1, '198.51.100.2'), record(2), record(3)])).toEqual({
    states: ['made', 'made', 'made'],
    changedElsewhere: [],
    appeared: [],
  })
})

test('A deleted record that became something else was changed elsewhere and is still to be deleted', () => {
  expect(match(records, [record(1), record(2), record(3, '203.0.113.3')])).toEqual({
    states: ['made', 'open', 'open', 'open'],
    changedElsewhere: [2],
    appeared: [],
  })
})

test('A record that the draft changes is to be deleted when the zone has its new value as another record', () => {
  const zone = [...base, record(9, '198.51.100.2')]
  const { matches } = compareDraftWithZone(pairDraftRecordsWithBase(base, records), zone, (one) => one)
  expect(matches[1]).toMatchObject({ state: 'open', isOnlyDeletion: true, record: { id: 2 } })
})
