import { expect, test } from 'vitest'
import { printTable, type CampaignFigure } from '#test/campaign/campaign-figures.ts'
import {
  playBantoHistories,
  measureRenewalRuns,
  naiveSubjects,
  playNaiveHistories,
} from '#test/campaign/paid-orders-campaign.ts'
import { crashAtEveryStep } from '#test/campaign/paid-orders/crash-every-paid-operation-at-each-point.ts'
import { runKillCampaign } from '#test/campaign/paid-orders/kills/run-kill-campaign.ts'

// `npm run campaign -- money` plays a million of these histories, and kills ten thousand processes.

const seed = 1
const timeout = 600_000

function expectAll(figures: readonly CampaignFigure[]): void {
  printTable(figures)
  expect(figures.length).toBeGreaterThan(0)
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
}

test.each(naiveSubjects)(
  'A client that pays twice is caught by histories of lost answers: %s',
  { timeout },
  async (witness) => {
    expectAll(await playNaiveHistories(witness, seed, 300))
  },
)

test(
  'No history of faults, crashes, wrong clocks and late arrivals charges twice, and each intent ends as the simulator’s ledger shows',
  { timeout },
  async () => {
    expectAll(await playBantoHistories(seed, 1_500))
  },
)

test('A crash or a fault at any step of a paid call is settled by the next start', { timeout }, async () => {
  expectAll(await crashAtEveryStep({ seed, isShort: true }))
})

test('Killed processes charge once for each decision', { timeout }, async () => {
  expectAll(await runKillCampaign({ kills: 20, seed }))
})

test('A run of renewals uses all calls that it may use, and interactive calls hardly wait', { timeout }, async () => {
  expectAll(await measureRenewalRuns())
})
