import { intentKinds } from '#shared/ipc/orders.ts'
import { none, type CampaignFigure } from '../figures.ts'
import { everyMinute } from '../progress.ts'
import type { CrashLine } from './crash-line.ts'
import { onAllCores } from './threads.ts'
import { fates, type Fate } from './wire.ts'

const mostTold = 5

/** Every step of input and output of every paid operation × everything that may become of its sending × both ways to end. */
export async function crashEverywhere({ seed, isShort = false }: { seed: number; isShort?: boolean }): Promise<CampaignFigure[]> {
  const after: readonly Fate[] = isShort ? ['smooth', 'executed, answer lost', 'fails after'] : ['smooth', ...fates.map(([, fate]) => fate)]
  const losses = isShort ? (['power'] as const) : (['kill', 'power'] as const)
  const lines = intentKinds.flatMap((kind) => after.flatMap((fate) => losses.map((loss): CrashLine => ({ kind, fate, loss, seed, stride: isShort ? 3 : 1 }))))
  const wrong: string[] = []
  let [points, played] = [0, 0]
  const progress = everyMinute(() => `${points} crash points on ${played} of ${lines.length} courses, ${wrong.length} wrong`)
  try {
    await onAllCores('crashAlong', lines, (line) => {
      points += line.points
      played += 1
      for (const text of line.wrong.slice(0, Math.max(0, mostTold - wrong.length))) console.log(text)
      wrong.push(...line.wrong)
    })
  } finally {
    progress.end()
  }
  return [{ name: 'crash points of the paid path', value: points, goal: null, holds: null }, none('of them that ended wrong', wrong.length)]
}
