import { expect, test } from 'vitest'
import { areDraftEditsMade, listDraftEdits } from '#shared/dns/zone-edits/draft-edits.ts'

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
const trimmed = (one: (typeof records)[number]) => ({ ...one, content: one.content.trim() })

test('A draft has an edit for each record that it changes, deletes or adds', () => {
  expect(listDraftEdits(base, records)).toEqual([
    { before: base[1], after: records[1] },
    { before: base[2], after: null },
    { before: null, after: records[2] },
  ])
  expect(listDraftEdits(base, [])).toHaveLength(3)
})

test('The edits of a draft are made when the zone has all of them', () => {
  const edits = listDraftEdits(base, records)
  const made = [record(1), record(2, '198.51.100.2'), record(4, '198.51.100.9')]
  expect(areDraftEditsMade(edits, made, trimmed)).toBe(true)
  expect(areDraftEditsMade(edits, [...made, record(3)], trimmed)).toBe(false)
  for (const missing of [made[1], made[2]])
    expect(
      areDraftEditsMade(
        edits,
        made.filter((one) => one !== missing),
        trimmed,
      ),
    ).toBe(false)
})
