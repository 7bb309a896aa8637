import { expect, test } from 'vitest'
import {
  describeNewSiteStep,
  findErrorOfNoNewSiteStep,
  formatFailedNewSiteSteps,
} from '#renderer/features/activity/jobs/describe-new-site-step.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const step = (name: 'dns' | 'ssl', state: 'done' | 'failed') => ({ step: name, state, value: null, error: null })
const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')

test('The head of a new site names its failed steps, also SSL, after which the site is done', () => {
  expect(formatFailedNewSiteSteps({ steps: [step('dns', 'done'), step('ssl', 'failed')] }, t)).toBe(
    'newSite.failedSteps newSite.step.ssl',
  )
  expect(formatFailedNewSiteSteps({ steps: [step('dns', 'done')] }, t)).toBe('')
})

test.each([
  ['en', /^No response confirmed the installation\. WordPress is at https:\/\/example\.com/],
  ['ja', /^インストールを確認できる応答がありませんでした。WordPressは https:\/\/example\.com/],
] as const)(
  'The text of WordPress with unconfirmed values is true after a lost answer and after an error answer (%s)',
  (language, text) => {
    const installed = { step: 'wordpress', state: 'partly_unknown', value: 'https://example.com', error: null } as const
    expect(describeNewSiteStep(installed, false, setMessageLanguage(language))).toMatch(text)
  },
)

test.each([
  ['en', 'not all of its title, administrator and password could be confirmed'],
  ['ja', 'タイトル・管理者・パスワードには、確認できなかったものがあります'],
] as const)(
  'The text of WordPress with unconfirmed values allows for a title that a later list has shown (%s)',
  (language, text) => {
    const installed = { step: 'wordpress', state: 'partly_unknown', value: 'https://example.com', error: null } as const
    expect(describeNewSiteStep(installed, false, setMessageLanguage(language))).toContain(text)
  },
)

test.each([
  ['en', /^The domain is on the server\. No response shows all of its settings/],
  ['ja', /^ドメインはサーバーにあります。.*応答はありませんでした。$/],
] as const)(
  'The text of a domain with unconfirmed settings says that the domain is on the server (%s)',
  (language, text) => {
    const added = { step: 'add_domain', state: 'partly_unknown', value: null, error: null } as const
    expect(describeNewSiteStep(added, false, setMessageLanguage(language))).toMatch(text)
  },
)

test('The error that ended a new site is shown once: with its step, or above the steps if no step has it', () => {
  const error = { kind: 'service', code: 'VALIDATION_ERROR', status: 422, message: '', details: {} } as const
  const ended = { error, endedAt: 1 }
  const failed = step('dns', 'failed')
  expect(findErrorOfNoNewSiteStep(ended, { steps: [failed] })).toEqual(error)
  expect(findErrorOfNoNewSiteStep(ended, { steps: [{ ...failed, error }] })).toBeNull()
  expect(findErrorOfNoNewSiteStep({ ...ended, endedAt: null }, { steps: [failed] })).toBeNull()
})

test.each([
  ['en', 'no response to the addition of the domain named it'],
  ['ja', 'ドメインの追加の応答からは、SSLの状態を確認できませんでした'],
] as const)(
  'The text of an unknown SSL status is true after a lost answer and after an answer without the status (%s)',
  (language, text) => {
    const unknown = { step: 'ssl', state: 'unknown', value: null, error: null } as const
    expect(describeNewSiteStep(unknown, false, setMessageLanguage(language))).toContain(text)
  },
)
