import { expect, test } from 'vitest'
import { printTable, type CampaignFigure } from '#test/campaign/campaign-figures.ts'
import { playBantoHistories, measureRenewalRuns, naiveSubjects, playNaiveHistories } from '#test/campaign/paid-orders-campaign.ts'
import { crashAtEveryStep } from '#test/campaign/paid-orders/crash-at-every-step.ts'
import { killProcesses } from '#test/campaign/paid-orders/kill-processes.ts'

// `npm run campaign -- money` plays a million of these histories, and kills ten thousand processes.

const seed = 1
const timeout = 240_000

function expectAll(figures: readonly CampaignFigure[]): void {
  printTable(figures)
  expect(figures.length).toBeGreaterThan(0)
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
}

test.each(naiveSubjects)('histories of lost answers catch a client that pays twice: %s', { timeout }, async (witness) => {
  expectAll(await playNaiveHistories(witness, seed, 300))
})

test('no history of faults, crashes, wrong clocks and late arrivals charges twice, and each intent ends as the ledger has it', { timeout }, async () => {
  expectAll(await playBantoHistories(seed, 1_500))
})

test('a crash or a fault at any step of the paid path is settled by the next start', { timeout }, async () => {
  expectAll(await crashAtEveryStep({ seed, isShort: true }))
})

test('processes that are killed while they spend charge once for each decision', { timeout }, async () => {
  expectAll(await killProcesses({ kills: 20, seed }))
})

test('a run of renewals uses every place that it may, and who works beside it hardly waits', { timeout }, async () => {
  expectAll(await measureRenewalRuns())
})
