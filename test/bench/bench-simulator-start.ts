import { startSimulator } from '#simulator/start-simulator.ts'
import { generateWorld } from '#simulator/worlds/generate-world.ts'
import { createFigure, createRatioFigure, type Figure } from './bench-figures.ts'

const rounds = 5
const lists = 200
const users = 50
const domains = 1000
const startGoalMs = 3_000
const listGoalMs = 20

/**
 * Measures the time to serve a world of 50,000 domains, and one user's list of 1,000, compared with parsing the same
 * bytes.
 */
export async function benchSimulatorStart(): Promise<Figure[]> {
  const starts: number[] = []
  const answers: number[] = []
  const parses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    const world = generateWorld({ now: Date.now(), seed: round + 1, users, domains })
    const simulator = await startSimulator({
      world: { ...world, limits: { domain: { per_minute: 1_000_000, per_day: 1_000_000 } } },
    })
    starts.push(performance.now() - before)
    const tokens = (world.users ?? []).map((user) => user.keys?.[0]?.token ?? '')
    try {
      for (let call = 0; call < lists; call += 1) {
        const begun = performance.now()
        const response = await fetch(`${simulator.url}/v1/domain`, {
          headers: { authorization: `Bearer ${tokens[call % users]}` },
        })
        const text = await response.text()
        const ended = performance.now()
        const count = (JSON.parse(text) as { domains: unknown[] }).domains.length
        parses.push(performance.now() - ended)
        if (count !== domains) throw new Error(`A list of ${count} domains`)
        answers.push(ended - begun)
      }
    } finally {
      await simulator.close()
    }
  }
  return [
    createFigure(`start with ${users} users of ${domains} domains`, starts, 'ms', startGoalMs),
    createFigure(`list of ${domains} domains`, answers, 'ms', listGoalMs),
    createRatioFigure('list / parsing its bytes', answers, parses),
  ]
}
