import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, onTestFinished } from 'vitest'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import {
  crashDuringJournalWrites,
  failJournalWrites,
  killJournalProcess,
} from '#test/campaign/paid-orders/journal/check-journal-under-faults.ts'
import { runJournalDamageCampaign } from '#test/campaign/paid-orders/journal/run-journal-damage-campaign.ts'
import type { CampaignFigure } from '#test/campaign/campaign-figures.ts'
import {
  makeTemporaryJournalFolder,
  createStateUpdater,
  removeFolder,
  renewal,
} from '#test/main/orders/sample-intents.ts'

const clock = { now: () => 1_700_000_000_000 }
const missed = (figures: readonly CampaignFigure[]) => figures.filter(({ holds }) => holds === false)

test('A changed bit or a cut in one of the files never changes a value unnoticed', async () => {
  expect(missed(await runJournalDamageCampaign({ count: 60, seed: 1 }))).toEqual([])
}, 300_000)

test('After a crash or a power loss at any point, each intent has its version before or after the write', async () => {
  expect(missed(await crashDuringJournalWrites({ seed: 1 }))).toEqual([])
}, 300_000)

test('A failed write has no effect, is reported, and works again when the disk works again', async () => {
  expect(missed(await failJournalWrites())).toEqual([])
}, 300_000)

test('A kill loses nothing that was reported to be on the disk', async () => {
  expect(missed(await killJournalProcess({ count: 5, seed: 1 }))).toEqual([])
}, 300_000)

describe('Both files damaged', () => {
  /** Two intents, the first one sent. The table is lost, and `damage` is applied to the last line. */
  async function damaged(damage: (line: string) => string) {
    const folder = makeTemporaryJournalFolder()
    onTestFinished(() => removeFolder(folder))
    const before = openJournal({ folder, clock })
    await before.add([renewal(1)])
    await before.add([renewal(2)])
    await before.change('intent-1', createStateUpdater('sent'))
    await before.close()
    for (const name of readdirSync(folder)) if (name.startsWith('orders.db')) rmSync(join(folder, name))
    const path = join(folder, 'orders.journal')
    const lines = readFileSync(path, 'utf8').split('\n')
    lines[2] = damage(lines[2] as string)
    writeFileSync(path, lines.join('\n'))
    return { folder, open: () => openJournal({ folder, clock }) }
  }

  const inDoubt = { state: 'unsettled', needsYou: true, sendings: { isUnclear: true, count: 1 } }

  test('An intent whose newest text is lost is not sent again from its older text', async () => {
    const { folder, open } = await damaged((line) => line.replace('example', 'eXample'))
    for (let count = 0; count < 2; count += 1) {
      const journal = open()
      expect(journal.get('intent-1')).toMatchObject({ ...inDoubt, version: 3 })
      expect(journal.get('intent-2')).toMatchObject({ state: 'planned', version: 1 })
      expect(journal.health()).toMatchObject({ state: count === 0 ? 'recovered' : 'good', lost: 0 })
      await journal.close()
    }
    const aside = readdirSync(folder).filter((name) => name.startsWith('orders.damaged-'))
    expect(readFileSync(join(folder, aside[0] as string), 'utf8')).toContain('eXample')
  })

  test('No planned intent is sent when a damaged line may belong to any intent', async () => {
    const { open } = await damaged((line) => line.replace('intent-1', 'intent-7').replace('example', 'eXample'))
    const journal = open()
    expect(journal.get('intent-1')).toMatchObject(inDoubt)
    expect(journal.get('intent-2')).toMatchObject(inDoubt)
    await journal.close()
  })

  test('No planned intent is sent when the end of the lines is lost, too', async () => {
    const { folder, open } = await damaged((line) => line.slice(0, 300))
    const path = join(folder, 'orders.journal')
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd())
    const journal = open()
    expect(journal.listOpen().map(({ state, needsYou }) => [state, needsYou])).toEqual([
      ['unsettled', true],
      ['unsettled', true],
    ])
    await journal.close()
  })

  test('A line with a damaged head is still read by its text', async () => {
    const { open } = await damaged((line) => `z${line.slice(1)}`)
    const journal = open()
    expect(journal.get('intent-1')).toMatchObject({ state: 'sent', version: 2 })
    await journal.close()
  })

  test('An intent that is intact in neither file is counted as lost, and its text is set aside', async () => {
    const { folder, open } = await damaged(() => '')
    const path = join(folder, 'orders.journal')
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('name-2.example', 'name-2.eXample'))
    const journal = open()
    expect(journal.health()).toMatchObject({ state: 'recovered', lost: 1 })
    expect(journal.get('intent-2')).toBeUndefined()
    await journal.close()
    const aside = readdirSync(folder).find((name) => name.startsWith('orders.damaged-')) as string
    expect(readFileSync(join(folder, aside), 'utf8')).toContain('name-2.eXample')
  })
})
