import type { App } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/app-error.ts'
import {
  useReadRowFromServiceAgain,
  type RefreshableRow,
} from '#renderer/features/list-tools/useReadRowFromServiceAgain.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

const row: RefreshableRow = { accountId: 'a', name: 'one.com', goneSince: null }

/** Resolves to what the messages say after the row was read with `errors`. */
async function readAgain(errors: readonly AppError[]): Promise<string[]> {
  setMessageLanguage('en')
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const api = { loading: () => ({ destroy: () => undefined }), success: say, warning: say }
  // The provider of Naive UI needs a document.
  const messages = { install: (app: App) => app.provide('n-message-api', api) }
  const { made, leave } = runInSetup(() => useReadRowFromServiceAgain('server', () => Promise.resolve(errors)), {
    plugins: [messages],
  })
  onTestFinished(leave)
  await made.refreshRow(row)
  return said
}

test('A row that could not be read completely names each reason once, because not all are stored for its page', async () => {
  const locked = () => new AppError('keychain_locked', '')
  const [text = ''] = await readAgain([locked(), locked(), new AppError('no_network', '')])
  expect(text).toMatch(/^Could not be read completely: .*keychain.* · /)
  expect(text.match(/keychain/g)).toHaveLength(1)
})

test('A server that was read again names what was read, because its list shows none of it', async () => {
  expect(await readAgain([])).toEqual(['Information and usage read again'])
})
