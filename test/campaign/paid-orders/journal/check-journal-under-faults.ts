import { spawn } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { AppError, isAppError } from '#shared/app-error.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import { openJournal } from '#main/orders/journal/open-journal.ts'
import { openDatabase } from '#main/store/database.ts'
import { createUniformRandom } from '#test/bench/rate-limiter/random-distributions.ts'
import {
  makeTemporaryJournalFolder,
  createStateUpdater,
  removeFolder,
  renewal,
} from '#test/main/orders/sample-intents.ts'
import { createMinimumFigure, createZeroFigure, type CampaignFigure } from '#test/campaign/campaign-figures.ts'
import { findScriptUrl } from '#test/find-script-for-process-or-thread.ts'
import { createFaultyJournalFiles, type FaultyJournalFiles } from './faulty-journal-files.ts'

const clock = { now: () => 1_700_000_000_000 }

/** The intents that were requested from the journal so far, and those that it reported as written. */
interface WrittenIntents {
  versions: Map<string, StoredIntent[]>
  /** By intent: the highest requested version. */
  asked: Map<string, number>
  /** By intent: the highest version whose write resolved. */
  kept: Map<string, number>
  /** Ids of intents that were added together. */
  groups: string[][]
  failures: number
}

function createWrittenIntents(): WrittenIntents {
  return { versions: new Map(), asked: new Map(), kept: new Map(), groups: [], failures: 0 }
}

/**
 * Adds intents alone and together, changes them one by one and concurrently, and wipes a secret. Failed writes are
 * repeated until they succeed.
 */
async function writeIntents(
  journal: Journal,
  written: WrittenIntents,
  mayFail: (error: unknown) => void,
  onFailed: () => void = () => {},
): Promise<void> {
  const noteVersion = (intent: StoredIntent) => {
    const versions = written.versions.get(intent.id) ?? []
    versions[intent.version] = intent
    written.versions.set(intent.id, versions)
    written.asked.set(intent.id, intent.version)
  }

  async function repeat(ids: readonly string[], write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      const before = ids.map((id) => journal.get(id))
      try {
        await write()
        for (const id of ids) written.kept.set(id, written.asked.get(id) as number)
        return
      } catch (error) {
        mayFail(error)
        written.failures += 1
        if (
          !isDeepStrictEqual(
            ids.map((id) => journal.get(id)),
            before,
          )
        )
          throw new Error('A failed write counts', { cause: error })
        if (journal.health().state !== 'failing') throw new Error('A failed write is not reported', { cause: error })
        for (const id of ids) written.asked.set(id, written.kept.get(id) ?? 0)
        onFailed()
      }
    }
  }
  const add = (...intents: StoredIntent[]) =>
    repeat(
      intents.map(({ id }) => id),
      () => {
        written.groups.push(intents.map(({ id }) => id))
        intents.forEach(noteVersion)
        return journal.add(intents)
      },
    )
  const change = (id: string, make: (intent: StoredIntent) => StoredIntent) =>
    repeat([id], () =>
      journal.change(id, (intent) => {
        const next = make(intent)
        noteVersion({ ...next, version: intent.version + 1 })
        return next
      }),
    )

  await add(renewal(1))
  await change('intent-1', createStateUpdater('sent'))
  await add(renewal(2), renewal(3), renewal(4, { body: null, sealed: '1.orders-1.c2VhbGVk' }))
  await Promise.all([
    change('intent-1', createStateUpdater('done')),
    change('intent-2', createStateUpdater('sent')),
    change('intent-4', createStateUpdater('sent')),
    add(renewal(5), renewal(6)),
  ])
  await change('intent-4', (intent) => ({ ...createStateUpdater('done')(intent), sealed: null }))
  await Promise.all([
    change('intent-3', createStateUpdater('abandoned')),
    change('intent-2', createStateUpdater('unsettled')),
  ])
}

/** Compares the journal of a folder with what was written. Each returned text is a fault. */
async function compareWithJournal(
  folder: string,
  written: Pick<WrittenIntents, 'versions' | 'asked' | 'kept' | 'groups'>,
): Promise<string[]> {
  const faults: string[] = []
  const journal = openJournal({ folder, clock })
  for (const [id, versions] of written.versions) {
    const intent = journal.get(id)
    // An intent that became `unsettled`, because the other file was lost, has one version more.
    const isInDoubt = intent?.steps.at(-1)?.error?.kind === 'journal_damaged'
    const version = (intent?.version ?? 0) - Number(isInDoubt)
    if (version < (written.kept.get(id) ?? 0))
      faults.push(`${id} is of version ${version}, and ${written.kept.get(id)} was on the disk`)
    if (version > (written.asked.get(id) ?? 0))
      faults.push(`${id} is of version ${version}, and only ${written.asked.get(id)} was asked for`)
    if (intent && !isInDoubt && !isDeepStrictEqual(intent, versions[version]))
      faults.push(`${id} is none of its versions`)
  }
  for (const group of written.groups) {
    const there = group.filter((id) => journal.get(id))
    if (there.length > 0 && there.length < group.length)
      faults.push(`Of ${group.join(', ')} there is only ${there.join(', ')}`)
  }
  await journal.close()
  return faults
}

const copyOf = ({ asked, kept, versions, groups }: WrittenIntents) => ({
  asked: new Map(asked),
  kept: new Map(kept),
  versions: new Map([...versions].map(([id, all]) => [id, [...all]] as [string, StoredIntent[]])),
  groups: groups.map((group) => [...group]),
})

/** A profile whose append-only file is damaged in the middle. Opening it rewrites the file. */
async function damagedFolder(written: WrittenIntents): Promise<string> {
  const folder = makeTemporaryJournalFolder()
  const journal = openJournal({ folder, clock })
  await writeIntents(journal, written, (error) => {
    throw error
  })
  await journal.close()
  const path = join(folder, 'orders.journal')
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
  writeFileSync(path, bytes)
  return folder
}

async function mend(folder: string, files: FaultyJournalFiles): Promise<void> {
  await openJournal({ folder, clock, fs: files }).close()
}

/** Ends the process or the power before, in the middle of and after every step that writes. */
export async function crashDuringJournalWrites({ seed }: { seed: number }): Promise<CampaignFigure[]> {
  const random = createUniformRandom(seed)
  let points = 0
  const faults: string[] = []
  for (const isDamaged of [false, true]) {
    const written = createWrittenIntents()
    const folder = isDamaged ? await damagedFolder(written) : makeTemporaryJournalFolder()
    const images: { image: string; then: ReturnType<typeof copyOf> }[] = []
    const takeImages = () => {
      for (const kind of isDamaged ? (['kill', 'power'] as const) : (['kill', 'power', 'powerAndTableLost'] as const))
        images.push({ image: files.image(kind, random), then: copyOf(written) })
    }
    const files: FaultyJournalFiles = createFaultyJournalFiles(folder, takeImages)
    if (isDamaged) await mend(folder, files)
    else {
      const journal = openJournal({ folder, clock, fs: files })
      await writeIntents(journal, written, (error) => {
        throw error
      })
      for (let count = 0; count < 10; count += 1) takeImages()
      await journal.close()
    }
    points += images.length
    for (const { image, then } of images) {
      faults.push(...(await compareWithJournal(image, then)))
      removeFolder(image)
    }
    removeFolder(folder)
  }
  for (const fault of new Set(faults)) console.log(fault)
  return [
    { name: 'crash points of the journal', value: points, goal: null, holds: null },
    createZeroFigure('wrong after a crash', faults.length),
  ]
}

const errors = {
  full: { code: 'ENOSPC', kind: 'disk_full' },
  broken: { code: 'EIO', kind: 'database_failed' },
} as const

/**
 * For every n, the n-th step of a write and 0, 1 or 4 steps after it fail. The n-th transaction of the table fails as
 * well, before and after it is written.
 */
export async function failJournalWrites(): Promise<CampaignFigure[]> {
  let cases = 0
  const faults: string[] = []
  const play = async (
    name: string,
    isOnce: boolean,
    open: (folder: string) => { journal: Journal; hasFailed: () => boolean },
  ): Promise<boolean> => {
    const folder = makeTemporaryJournalFolder()
    const written = createWrittenIntents()
    try {
      const { journal, hasFailed } = open(folder)
      const images: { image: string; then: ReturnType<typeof copyOf> }[] = []
      await writeIntents(
        journal,
        written,
        (error) => {
          if (!isAppError(error) || !['disk_full', 'database_failed'].includes(error.kind) || written.failures > 100)
            throw error
        },
        () => {
          // Copies the folder as if the process ended now. If the undo did not fail as well, it contains nothing of the
          // failed write.
          if (!isOnce) return
          const image = makeTemporaryJournalFolder()
          cpSync(folder, image, { recursive: true })
          images.push({ image, then: copyOf(written) })
        },
      )
      for (const { image, then } of images) {
        faults.push(...(await compareWithJournal(image, then)).map((fault) => `${name}, at once: ${fault}`))
        removeFolder(image)
      }
      await journal.close()
      faults.push(...(await compareWithJournal(folder, written)).map((fault) => `${name}: ${fault}`))
      if (written.failures > 0) cases += 1
      return hasFailed()
    } catch (error) {
      faults.push(`${name}: ${String(error)}`)
      return true
    } finally {
      removeFolder(folder)
    }
  }

  for (const [reason, { code }] of Object.entries(errors)) {
    for (const moment of ['before', 'middle', 'after'] as const) {
      for (const length of [1, 2, 5]) {
        for (let first = 1, goesOn = true; goesOn; first += 1) {
          goesOn = await play(`${reason} ${moment} step ${first}, ${length} times`, length === 1, (folder) => {
            let failed = false
            const fs: FaultyJournalFiles = createFaultyJournalFiles(folder, (at) => {
              if (at !== moment || fs.steps() < first || fs.steps() >= first + length) return
              failed = true
              throw Object.assign(new Error(code), { code, syscall: 'write' })
            })
            return { journal: openJournal({ folder, clock, fs }), hasFailed: () => failed }
          })
        }
      }
    }
  }

  for (const isWritten of [false, true]) {
    for (let first = 1, goesOn = true; goesOn; first += 1) {
      goesOn = await play(`table ${isWritten ? 'after' : 'before'} transaction ${first}`, true, (folder) => {
        let [count, failed] = [0, false]
        const openTable: typeof openDatabase = (...args) => {
          const database = openDatabase(...args)
          return {
            ...database,
            transaction(work) {
              count += 1
              const fails = count === first
              failed ||= fails
              const error = new AppError('disk_full', 'The disk is full')
              if (fails && !isWritten) throw error
              const result = database.transaction(work)
              if (fails) throw error
              return result
            },
          }
        }
        return { journal: openJournal({ folder, clock, openTable }), hasFailed: () => failed }
      })
    }
  }
  for (const fault of new Set(faults)) console.log(fault)
  return [
    { name: 'failing writes of the journal', value: cases, goal: null, holds: null },
    createZeroFigure('wrong after a failing write', faults.length),
  ]
}

/** Kills a writing process `count` times. Each time, every write that it reported must be on the disk. */
export async function killJournalProcess({ count, seed }: { count: number; seed: number }): Promise<CampaignFigure[]> {
  const random = createUniformRandom(seed)
  const folder = makeTemporaryJournalFolder()
  const said = new Map<string, number>()
  let [lost, writes] = [0, 0]
  for (let kill = 0; kill < count; kill += 1) {
    const child = spawn(
      process.execPath,
      [fileURLToPath(findScriptUrl('test/main/orders/journal/journal-child-process.ts')), folder, 'write'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let text = ''
    const ended = new Promise((resolve) => child.once('close', resolve))
    const enough = 1 + Math.floor(random() * 60)
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.split('\n').length > enough) child.kill('SIGKILL')
    })
    await ended
    for (const line of text.split('\n').slice(0, -1)) {
      const [id, version] = line.split(' ') as [string, string]
      said.set(id, Number(version))
      writes += 1
    }
    const journal = openJournal({ folder, clock })
    for (const [id, version] of said) if ((journal.get(id)?.version ?? 0) < version) lost += 1
    if (journal.health().state !== 'good') lost += 1
    await journal.close()
  }
  removeFolder(folder)
  return [
    createMinimumFigure('kills of a writing process', count, count),
    { name: 'writes between them', value: writes, goal: null, holds: null },
    createZeroFigure('writes lost by a kill', lost),
  ]
}
