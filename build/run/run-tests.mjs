import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { formatSeconds } from '../setup/report-step.mjs'
import { createHostEnv } from './start-app.mjs'
import { build } from './build-app.mjs'
import { checkTypes } from './check-types.mjs'
import { lint } from './lint.mjs'
import { root, runTool } from './spawn-tool.mjs'

const folder = join(root, 'out', 'test')

/** Lines of a failed tool without a report that the summary repeats. */
const repeatedLines = 20

/**
 * Groups of steps; the steps of one group run in parallel. `run` returns an exit code. `report` names the JSON report
 * of the tool and how to count its tests and failures; without one, `run` passes what its tools print to `onOutput`.
 */
const steps = [
  [
    { title: 'Types', run: checkTypes },
    { title: 'Build', run: build },
    {
      title: 'Unit and integration tests',
      run: () =>
        runTool('vitest', [
          'run',
          '--config',
          'test/vitest.config.ts',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${join(folder, 'unit.json')}`,
        ]),
      report: { file: 'unit.json', count: countVitest, failures: failuresOfVitest },
    },
  ],
  [
    { title: 'Lint', run: lint },
    { title: 'Format', run: checkFormat },
    {
      title: 'End-to-end tests',
      run: () =>
        runTool('@playwright/test', ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'], {
          command: 'playwright',
          env: { ...createHostEnv(), PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'e2e.json') },
        }),
      report: { file: 'e2e.json', count: countPlaywright, failures: failuresOfPlaywright },
    },
  ],
]

/** Checks format, types and lint. Returns the exit code of the first check that fails. */
export async function check() {
  return (await checkFormat()) || (await checkTypes()) || (await lint())
}

/** Parses with Oxc, which takes two thirds of the processor time of Prettier's own parsers. */
const formatPlugin = '--plugin=@prettier/plugin-oxc'

function checkFormat({ onOutput } = {}) {
  return runTool('prettier', [formatPlugin, '--check', '--log-level', 'warn', '**/*.{ts,vue,js,mjs}'], { onOutput })
}

/**
 * Runs every step, even after one has failed. Prints all failures again, the time of each step and the totals.
 * Returns the exit code.
 */
export async function test() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const times = []
  for (const group of steps) {
    for (const result of await Promise.all(group.map(measure))) {
      for (const name of Object.keys(total)) total[name] += result[name]
      failures.push(...result.failures)
      times.push(`${result.title} ${result.time}`)
    }
  }
  // Failures are repeated at the end, because often only the end of a long log is kept.
  for (const failure of failures) console.log(`FAILED ${ownLines(failure)}\n`)
  console.log(`Time: ${times.join(', ')}`)
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0 ? 0 : 1
}

/** The text without stack lines of dependencies and of Node. */
function ownLines(text) {
  return text
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal|<anonymous>\))/.test(line))
    .join('\n')
}

async function measure({ title, run, report }) {
  console.log(`── ${title}`)
  const begun = performance.now()
  let output = ''
  const code = await run(report === undefined ? { onOutput: (text) => (output += text) } : {})
  const result = report === undefined ? resultOf(title, code, output) : resultOfReport(title, report, code)
  const time = formatSeconds(performance.now() - begun)
  console.log(`── ${title}: ${result.failed === 0 ? 'passed' : `${result.failed} FAILED`} in ${time}\n`)
  return { ...result, title, time }
}

/** A tool without a report counts as one test, which passes with exit code 0. */
function resultOf(title, code, output) {
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [`${title}: ended with ${code}\n${firstLines(output)}`] }
}

function firstLines(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const rest = lines.length - repeatedLines
  return [...lines.slice(0, repeatedLines), ...(rest > 0 ? [`… and ${rest} more lines above`] : [])].join('\n')
}

/** The counts of the tool's report. A tool that failed without a failed test counts as one failure. */
function resultOfReport(title, { file, count, failures }, code) {
  let report
  try {
    report = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${title}: no report: ${error.message}`] }
  }
  const counts = count(report)
  if (code !== 0 && counts.failed === 0)
    return { ...counts, failed: 1, failures: [`${title}: ended with ${code}, and no test of it failed`] }
  return { ...counts, failures: failures(report).map((failure) => `${title}: ${failure}`) }
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenOf(testResults).length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** The files that could not be loaded: failed files without a failed test. */
function brokenOf(testResults) {
  return testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
}

function failuresOfVitest({ testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, duration, failureMessages }) =>
          `${relative(root, name)}: ${fullName} (${formatSeconds(duration ?? 0)})\n${failureMessages.join('\n')}`,
      ),
  )
  return [...brokenOf(testResults).map(({ name, message }) => `${relative(root, name)}\n${message}`), ...tests]
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

function failuresOfPlaywright({ suites, errors }) {
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const tests = suites
    .flatMap(specs)
    .filter(({ ok }) => !ok)
    .map(
      ({ file, line, title, tests: runs }) =>
        `${file}:${line} ${title}\n${runs.flatMap(({ results }) => results.flatMap((result) => result.errors.map(({ message }) => message))).join('\n')}`,
    )
  return [...errors.map(({ message }) => message), ...tests]
}
