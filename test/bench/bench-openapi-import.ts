import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { readChosenFile } from '#main/app/read-chosen-file.ts'
import { systemClock } from '#main/clock.ts'
import { openapiDocumentLimits } from '#main/openapi/openapi-limits.ts'
import { createOpenapiDocumentService } from '#main/openapi/openapi-document-service.ts'
import { openDatabase } from '#main/store/database.ts'
import { createFigure, createRatioFigure, type Figure } from './bench-figures.ts'
import { collectGarbage, threadMs } from './measure-thread-time.ts'

const rounds = 3
const frameMs = 1000 / 60
const operationId = 'POST /v1/server/{servername}/group-1/entry-1'
const slowPattern = '^(a+)+$'

/** The largest document that is imported: 5,000 operations, and descriptions up to the limit of the file. */
function createLargeDocument(): Record<string, unknown> {
  const description = 'Describes a property. '.repeat(50)
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', pattern: slowPattern, description },
      size: { type: 'integer', minimum: 1, description: 'Megabytes.' },
    },
  }
  const paths = Object.fromEntries(
    Array.from({ length: openapiDocumentLimits.operations }, (_, n) => [
      `/v1/server/{servername}/group-${n % 100}/entry-${n}`,
      {
        post: {
          tags: [`Group ${n % 100}`],
          requestBody: { content: { 'application/json': { schema } } },
          responses: {},
        },
      },
    ]),
  )
  return { openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths }
}

/** Each level repeats the one above nine times. */
function createLaughs(): string {
  const lines = ['openapi: 3.1.0', 'x0: &x0 [lol]']
  for (let level = 1; level <= 20; level += 1) lines.push(`x${level}: &x${level} [${`*x${level - 1}, `.repeat(9)}]`)
  return lines.join('\n')
}

/**
 * Measures the longest block of the main process while OpenAPI documents are imported and used: the largest one, and
 * hostile ones. They are read in a separate thread.
 */
export async function benchOpenapiImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'banto-openapi-'))
  const large = createLargeDocument()
  const files: Record<string, string> = {
    'large document in JSON': JSON.stringify(large),
    'large document in YAML': stringify(large, { aliasDuplicateObjects: false }),
    'YAML aliases that multiply': createLaughs(),
    'JSON of 100,000 levels': `{"openapi":"3.1.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  }
  const database = openDatabase(join(folder, 'banto.db'))
  let path = ''
  const openapi = createOpenapiDocumentService({
    database,
    clock: systemClock,
    newId: randomUUID,
    baseUrlOf: () => 'https://api.provider.example',
    chooseAndReadFile: (_extensions, maxBytes) => readChosenFile(path, maxBytes),
    workerUrl: new URL('../../src/main/openapi/worker/openapi-worker.ts', import.meta.url),
  })
  const blocks: Record<string, number[]> = {}
  async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
    // The garbage comes from the files that this benchmark wrote, so it is collected before the app is measured.
    collectGarbage()
    const watch = measureLongestBlock()
    await work()
    ;(blocks[what] ??= []).push(watch.end())
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [what, text] of Object.entries(files)) {
        path = join(folder, 'document')
        writeFileSync(path, text)
        await measure(what, async () => {
          const { outcome } = await openapi.import('account')
          if ((outcome === 'imported') !== what.startsWith('large')) throw new Error(`${what}: ${outcome}`)
        })
        const [document] = openapi.list('account')
        if (!document || !what.startsWith('large')) continue
        await measure(`form, list and check of the ${what}`, async () => {
          await openapi.searchOperations({ documentId: document.id, text: 'entry', group: null, offset: 0, limit: 500 })
          await openapi.getOperation(document.id, operationId)
          await openapi.checkOperationValues(document.id, operationId, {
            path: {},
            query: {},
            body: { name: `${'a'.repeat(80)}!` },
          })
        })
      }
    }
  } finally {
    await openapi.close()
    database.close()
    rmSync(folder, { recursive: true })
  }
  const all = Object.values(blocks).flat()
  return [
    createRatioFigure(
      'longest block of the main process by any OpenAPI document / one frame',
      [Math.max(...all)],
      [frameMs],
      3,
    ),
    ...Object.entries(blocks).map(([what, values]) => createFigure(`longest block: ${what}`, values, 'ms')),
  ]
}

/** The longest turn of the event loop in time of this thread: other programs on the computer do not count. */
function measureLongestBlock(): { end(): number } {
  let longest = 0
  let last = threadMs()
  let isOn = true
  const turn = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
    if (isOn) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    end() {
      isOn = false
      return longest
    },
  }
}
