import { expect, test } from 'vitest'
import { createJobItemColumns } from '#renderer/features/activity/jobs/job-item-columns.ts'

test.each(['domain_changes', 'read_servers'] as const)(
  'Why an item of a job was not done has more width than its name and its account together (%s)',
  (kind) => {
    const columns = createJobItemColumns(((key: string) => key) as never, kind)
    const flexOf = (wanted: string) => columns.find(({ key }) => key === wanted)?.flex ?? 0
    expect(flexOf('summary')).toBeGreaterThan(flexOf('domain') + flexOf('account'))
  },
)
