import { expect, test } from 'vitest'
import { formatFailedNewSiteSteps } from '#renderer/features/activity/jobs/describe-new-site-step.ts'

const step = (name: 'dns' | 'ssl', state: 'done' | 'failed') => ({ step: name, state, value: null, error: null })
const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')

test('The head of a new site names its failed steps, also SSL, after which the site is done', () => {
  expect(formatFailedNewSiteSteps({ steps: [step('dns', 'done'), step('ssl', 'failed')] }, t)).toBe(
    'newSite.failedSteps newSite.step.ssl',
  )
  expect(formatFailedNewSiteSteps({ steps: [step('dns', 'done')] }, t)).toBe('')
})
