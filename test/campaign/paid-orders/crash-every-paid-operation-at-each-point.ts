import { orderIntentKinds } from '#shared/order-intent-kinds.ts'
import { createZeroFigure, type CampaignFigure } from '#test/campaign/campaign-figures.ts'
import { printEveryMinute } from '#test/campaign/print-every-minute.ts'
import type { CrashScenario } from './crash-at-each-point-of-one-paid-call.ts'
import { runInWorkerThreads } from './run-in-worker-threads.ts'
import { weightedSendFaults, type SendFault } from './faulty-network.ts'

const maxPrinted = 5

/**
 * Runs every paid operation with every send fault, and stops the app at each step of input or output: once by a kill,
 * once by a power loss.
 */
export async function crashAtEveryStep({
  seed,
  isShort = false,
}: {
  seed: number
  isShort?: boolean
}): Promise<CampaignFigure[]> {
  const after: readonly SendFault[] = isShort
    ? ['smooth', 'executed, answer lost', 'fails after']
    : ['smooth', ...weightedSendFaults.map(([, fate]) => fate)]
  const losses = isShort ? (['power'] as const) : (['kill', 'power'] as const)
  const lines = orderIntentKinds.flatMap((kind) =>
    after.flatMap((fate) => losses.map((loss): CrashScenario => ({ kind, fate, loss, seed, stride: isShort ? 3 : 1 }))),
  )
  const wrong: string[] = []
  let [points, played] = [0, 0]
  const progress = printEveryMinute(
    () => `${points} crash points on ${played} of ${lines.length} courses, ${wrong.length} wrong`,
  )
  try {
    await runInWorkerThreads('crashAtEachPointOfPaidCall', lines, (line) => {
      points += line.points
      played += 1
      for (const text of line.wrong.slice(0, Math.max(0, maxPrinted - wrong.length))) console.log(text)
      wrong.push(...line.wrong)
    })
  } finally {
    progress.end()
  }
  return [
    { name: 'crash points of the paid path', value: points, goal: null, holds: null },
    createZeroFigure('of them that ended wrong', wrong.length),
  ]
}
