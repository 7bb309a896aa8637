import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { seconds } from '../setup/report.mjs'
import { hostEnv } from './app.mjs'
import { build } from './build.mjs'
import { root, tool } from './tools.mjs'

const folder = join(root, 'out', 'test')

/** One step: `run` answers an exit code; `report` names the file in which the tool counts its tests, and how to read it. */
const steps = [
  { title: 'Types', run: checkTypes },
  { title: 'Lint', run: lint },
  {
    title: 'Unit and integration tests',
    run: () => tool('vitest', ['run', '--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'unit.json')}`]),
    report: { file: 'unit.json', count: countVitest },
  },
  { title: 'Build', run: build },
  {
    title: 'End-to-end tests',
    run: () =>
      tool('@playwright/test', ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'], {
        command: 'playwright',
        env: { ...hostEnv(), PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'e2e.json') },
      }),
    report: { file: 'e2e.json', count: countPlaywright },
  },
]

export function checkTypes() {
  return tool('vue-tsc', ['-b'])
}

export function lint() {
  return tool('eslint', ['-c', 'build/eslint.config.js', '--max-warnings', '0', '.'])
}

/** Runs every step, whatever failed before it, ends with the line of totals, and answers the exit code. */
export async function test() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const step of steps) {
    const counts = await measure(step)
    for (const name of Object.keys(total)) total[name] += counts[name]
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0 ? 0 : 1
}

async function measure({ title, run, report }) {
  console.log(`── ${title}`)
  const begun = performance.now()
  const code = await run()
  const counts = report === undefined ? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 } : countsOf(report, code)
  console.log(`── ${title}: ${counts.failed === 0 ? 'passed' : `${counts.failed} FAILED`} in ${seconds(performance.now() - begun)}\n`)
  return counts
}

/** What the tool counted; a tool that failed without naming a failed test counts as one. */
function countsOf({ file, count }, code) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = count(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  } catch (error) {
    console.error(`No report: ${error.message}`)
    return { ...counts, failed: 1 }
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  // A file that cannot be loaded holds no tests that could fail.
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed')).length
  return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests + numTodoTests }
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}
