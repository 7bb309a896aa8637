import { expect, test } from 'vitest'
import { createServerErrorLogCache } from '#main/server-jobs/server-error-log-cache.ts'
import { saveServerErrorLogsOfJob } from '#main/server-jobs/save-server-error-logs-of-job.ts'

test('A saved log that is empty, or whose answer could not be read, says so', async () => {
  const errorLogs = createServerErrorLogCache()
  const log = { accountId: 'a', servername: 'web01.example', readAt: Date.UTC(2026, 10, 1) }
  errorLogs.add('job', { ...log, domain: 'one.example', lines: ['first', 'second'] })
  errorLogs.add('job', { ...log, domain: 'two.example', lines: [] })
  errorLogs.add('job', { ...log, domain: 'three.example', lines: null })
  let saved = ''
  const deps = {
    errorLogs,
    clock: { now: () => log.readAt },
    choosePathAndSaveFile: (_: string, text: Iterable<string>) => {
      saved = [...text].join('')
      return Promise.resolve('/saved.txt')
    },
  }
  await saveServerErrorLogsOfJob(deps, 'job', {
    empty: 'No lines.',
    unknownShape: 'Unknown form.',
    readAt: '{time} (Japan time)',
  })
  expect(saved.split('\n')[0]).toMatch(/^# \S+ \S+ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Japan time\)$/)
  expect(saved.split('\n\n').map((part) => part.split('\n').slice(1))).toEqual([
    ['first', 'second'],
    ['No lines.'],
    ['Unknown form.'],
    [],
  ])
})
