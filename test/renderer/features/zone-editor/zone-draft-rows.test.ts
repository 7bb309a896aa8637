import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDraftRows,
  countDraftRowStates,
  countStoredDraftEdits,
  createDraftRows,
  deleteDraftRow,
  editDraftRow,
  findNewerZoneEffectsOnDraft,
  doesDraftStartFromCurrentZone,
  listEditedRecordsChangedByOthers,
  rebaseDraftRows,
  restoreDraftRow,
  toStoredDraft,
  setTypedRecordField,
  type DraftRows,
} from '#renderer/features/zone-editor/zone-draft-rows.ts'

const record = (id: number, content = `192.0.2.${id}`) => ({
  id,
  type: 'A',
  host: 'www',
  content,
  ttl: 3600,
  priority: 0,
})
const input = (content: string) => ({ type: 'A', host: 'www', content, ttl: 3600, priority: 0 })
const zone = [record(1), record(2), record(3)]

test('A zone that is opened for editing has no changes', () => {
  const rows = createDraftRows(zone, null)
  expect(countDraftRowStates(rows)).toEqual({ same: 3, added: 0, changed: 0, deleted: 0 })
  expect(doesDraftStartFromCurrentZone(rows, zone)).toBe(true)
})

test('A new record that is deleted leaves no trace, and a record of the zone stays until the plan is sent', () => {
  const added = addDraftRows(createDraftRows(zone, null), [input('198.51.100.1')], 1)
  expect(added.map(({ base }) => base?.id ?? null)).toEqual([1, null, 2, 3])
  const key = added[1]?.key ?? 0
  expect(countDraftRowStates(deleteDraftRow(added, key))).toEqual({ same: 3, added: 0, changed: 0, deleted: 0 })
  expect(countDraftRowStates(deleteDraftRow(added, 1))).toEqual({ same: 2, added: 1, changed: 0, deleted: 1 })
})

test('A record that is set back to its values in the zone is no longer a change', () => {
  const edited = editDraftRow(createDraftRows(zone, null), 2, input('198.51.100.1'))
  expect(countDraftRowStates(edited).changed).toBe(1)
  expect(countDraftRowStates(editDraftRow(edited, 2, input('192.0.2.2'))).changed).toBe(0)
  expect(countDraftRowStates(restoreDraftRow(deleteDraftRow(edited, 2), 2))).toMatchObject({ same: 3, deleted: 0 })
})

test('A zone that changed elsewhere keeps the edits and shows the other changes', () => {
  const rows = addDraftRows(
    deleteDraftRow(editDraftRow(createDraftRows(zone, null), 1, input('198.51.100.1')), 2),
    [input('203.0.113.9')],
    null,
  )
  const currentZone = [record(2), record(3, '192.0.2.33'), record(4)]
  expect(doesDraftStartFromCurrentZone(rows, currentZone)).toBe(false)
  const rebased = rebaseDraftRows(rows, currentZone, (typed) => typed)
  expect(doesDraftStartFromCurrentZone(rebased, currentZone)).toBe(true)
  expect(countDraftRowStates(rebased)).toEqual({ same: 2, added: 2, changed: 0, deleted: 1 })
  expect(rebased.find(({ base }) => base?.id === 3)?.record.content).toBe('192.0.2.33')
})

test('A draft that was sent has no changes on the zone that came of it', () => {
  const rows = addDraftRows(
    deleteDraftRow(editDraftRow(createDraftRows(zone, null), 1, input('198.51.100.1')), 2),
    [input(' 203.0.113.9 ')],
    null,
  )
  const sent = [record(1, '198.51.100.1'), record(3), record(9, '203.0.113.9')]
  const rebased = rebaseDraftRows(rows, sent, (typed) => ({ ...typed, content: typed.content.trim() }))
  expect(countDraftRowStates(rebased)).toEqual({ same: 3, added: 0, changed: 0, deleted: 0 })
})

test('A record to be deleted is shown with the values that it has in the zone, also after they changed elsewhere', () => {
  const edited = editDraftRow(createDraftRows(zone, null), 2, input('198.51.100.1'))
  const rows = deleteDraftRow(edited, 2)
  expect(rows.find(({ key }) => key === 2)?.record.content).toBe('192.0.2.2')
  const rebased = rebaseDraftRows(rows, [record(1), record(2, '192.0.2.99'), record(3)], (typed) => typed)
  const row = rebased.find(({ key }) => key === 2)
  expect([row?.isDeleted, row?.record.content]).toEqual([true, '192.0.2.99'])
  expect(restoreDraftRow(rebased, 2).find(({ key }) => key === 2)?.record.content).toBe('192.0.2.99')
})

type Step = { kind: 'edit' | 'delete' | 'restore' | 'add'; at: number; content: string }
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('edit' as const, 'delete' as const, 'restore' as const, 'add' as const),
  at: fc.nat(12),
  content: fc.constantFrom('192.0.2.1', '192.0.2.2', '198.51.100.7', ''),
})

function play(rows: DraftRows, { kind, at, content }: Step): DraftRows {
  const key = rows[at % Math.max(1, rows.length)]?.key ?? 0
  if (kind === 'edit') return editDraftRow(rows, key, input(content))
  if (kind === 'delete') return deleteDraftRow(rows, key)
  return kind === 'restore' ? restoreDraftRow(rows, key) : addDraftRows(rows, [input(content)], key)
}

test('A stored draft has the same changes after it is loaded', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const rows = steps.reduce(play, createDraftRows(zone, null) as DraftRows)
      const { base, records } = toStoredDraft(rows)
      const loaded = createDraftRows(base, records)
      expect(base).toEqual(zone)
      expect(countDraftRowStates(loaded)).toEqual(countDraftRowStates(rows))
      const contents = (all: DraftRows) =>
        toStoredDraft(all).records.map(({ content, baseId }) => `${baseId} ${content}`)
      expect(contents(loaded).toSorted()).toEqual(contents(rows).toSorted())
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    }),
  )
})

test('A cleared TTL is null, and only a change to a type without a priority removes the priority', () => {
  const mx = { ...input('mail.example.net'), type: 'MX', priority: 10 }
  expect(setTypedRecordField(mx, 'ttl', ' ').ttl).toBeNull()
  expect(setTypedRecordField(mx, 'ttl', '60').ttl).toBe(60)
  expect(setTypedRecordField(mx, 'type', 'SRV').priority).toBe(10)
  expect(setTypedRecordField(mx, 'type', 'A').priority).toBe(0)
  expect(setTypedRecordField({ ...mx, type: 'A' }, 'host', 'mail').priority).toBe(10)
})

test('A record that was changed elsewhere is named, unless the draft wants the same', () => {
  const rows = editDraftRow(
    editDraftRow(createDraftRows(zone, null), 1, input('198.51.100.1')),
    2,
    input('198.51.100.2'),
  )
  const currentZone = [record(1, '192.0.2.11'), record(2, '198.51.100.2'), { ...record(9), host: 'new' }]
  expect(findNewerZoneEffectsOnDraft(rows, currentZone, (typed) => typed)).toEqual({
    followed: [
      { type: 'A', host: 'www' },
      { type: 'A', host: 'new' },
    ],
    made: [{ type: 'A', host: 'www' }],
  })
  expect(findNewerZoneEffectsOnDraft(rows, zone, (typed) => typed)).toEqual({ followed: [], made: [] })
})

test('A change from elsewhere that an edit would overwrite or add again is named until the edit or that change is taken back', () => {
  const normalize = <T>(typed: T) => typed
  const begun = deleteDraftRow(editDraftRow(createDraftRows(zone, null), 1, input('198.51.100.1')), 2)
  const gone = editDraftRow(begun, 3, input('198.51.100.3'))
  const currentZone = [record(1, '192.0.2.11'), record(2, '192.0.2.22')]
  const rebased = rebaseDraftRows(gone, currentZone, normalize)
  const www = { type: 'A', host: 'www' }
  const changedOrDeleted = { overwritten: [www, www], addedAgain: [www] }
  expect(listEditedRecordsChangedByOthers(rebased)).toEqual(changedOrDeleted)
  const { base, records } = toStoredDraft(rebased)
  const loaded = rebaseDraftRows(createDraftRows(base, records), currentZone, normalize)
  expect(listEditedRecordsChangedByOthers(loaded)).toEqual(changedOrDeleted)
  expect(listEditedRecordsChangedByOthers(restoreDraftRow(loaded, 1))).toEqual({
    overwritten: [www],
    addedAgain: [www],
  })
  expect(listEditedRecordsChangedByOthers(rebaseDraftRows(loaded, zone, normalize))).toEqual({
    overwritten: [],
    addedAgain: [],
  })
})

test('A draft that is stored on a zone that was changed elsewhere wants the same records after it is loaded', () => {
  const normalize = <T>(typed: T) => typed
  const currentZone = [record(1, '192.0.2.11'), record(3, '192.0.2.2'), record(4, '198.51.100.7')]
  const wanted = (all: DraftRows) =>
    all
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ record: { content } }) => content)
      .toSorted()
  const steps = fc.array(step, { maxLength: 10 })
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const begun = before.reduce(play, createDraftRows(zone, null) as DraftRows)
      const rows = after.reduce(play, rebaseDraftRows(begun, currentZone, normalize))
      const { base, records } = toStoredDraft(rows)
      expect(new Set(base.map(({ id }) => id)).size).toBe(base.length)
      const loaded = rebaseDraftRows(createDraftRows(base, records), currentZone, normalize)
      expect(wanted(loaded)).toEqual(wanted(rows))
    }),
  )
})

test('The edits of a stored draft are counted without those that the zone already has', () => {
  const edited = addDraftRows(
    deleteDraftRow(editDraftRow(createDraftRows(zone, null), 1, input('198.51.100.1')), 2),
    [input('198.51.100.9')],
    null,
  )
  const draft = { base: zone, records: toStoredDraft(edited).records }
  const count = (currentZone: typeof zone) => countStoredDraftEdits(draft, currentZone, (typed) => typed)
  expect(count(zone)).toEqual({ added: 1, changed: 1, deleted: 1 })
  expect(count([...zone, record(4, '198.51.100.9')])).toEqual({ added: 0, changed: 1, deleted: 1 })
  expect(count([record(1, '198.51.100.1'), record(3), record(4, '198.51.100.9')])).toEqual({
    added: 0,
    changed: 0,
    deleted: 0,
  })
})

test('An edit that was made by changing a deleted record into a new one is not left, and not a change from elsewhere', () => {
  const rows = addDraftRows(
    addDraftRows(deleteDraftRow(createDraftRows(zone, null), 3), [input('198.51.100.7')], null),
    [input('198.51.100.8')],
    null,
  )
  const currentZone = [record(1), record(2), record(3, '198.51.100.7')]
  const normalize = <T>(typed: T) => typed
  expect(findNewerZoneEffectsOnDraft(rows, currentZone, normalize).followed).toEqual([])
  const rebased = rebaseDraftRows(rows, currentZone, normalize)
  expect(countDraftRowStates(rebased)).toEqual({ same: 3, added: 1, changed: 0, deleted: 0 })
  expect(doesDraftStartFromCurrentZone(rebased, currentZone)).toBe(true)
})
