import { expect, test } from 'vitest'
import { printTable, type CampaignFigure } from '#test/campaign/figures.ts'
import { bantoHistories, renewalRuns, witnesses, witnessHistories } from '#test/campaign/money.ts'
import { crashEverywhere } from '#test/campaign/money/crash-points.ts'
import { killProcesses } from '#test/campaign/money/kills.ts'

// `npm run campaign -- money` plays a million of these histories, and kills ten thousand processes.

const seed = 1
const timeout = 240_000

function expectAll(figures: readonly CampaignFigure[]): void {
  printTable(figures)
  expect(figures.length).toBeGreaterThan(0)
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
}

test.each(witnesses)('histories of lost answers catch a client that pays twice: %s', { timeout }, async (witness) => {
  expectAll(await witnessHistories(witness, seed, 300))
})

test('no history of faults, crashes, wrong clocks and late arrivals charges twice, and each intent ends as the ledger has it', { timeout }, async () => {
  expectAll(await bantoHistories(seed, 1_500))
})

test('a crash or a fault at any step of the paid path is settled by the next start', { timeout }, async () => {
  expectAll(await crashEverywhere({ seed, isShort: true }))
})

test('processes that are killed while they spend charge once for each decision', { timeout }, async () => {
  expectAll(await killProcesses({ kills: 20, seed }))
})

test('a run of renewals uses every place that it may, and who works beside it hardly waits', { timeout }, async () => {
  expectAll(await renewalRuns())
})
