import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { App } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { useAnnotationCsv } from '#renderer/features/annotations/useAnnotationCsv.ts'
import { startMainRig } from '#test/main-process-rig.ts'
import { connectRigBridge } from '#test/renderer/bridge-to-main-process-rig.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'

async function startCsv() {
  const rig = await startMainRig()
  onTestFinished(() => rig.close())
  connectRigBridge(rig)
  // The provider of Naive UI needs a document.
  const messages = { install: (app: App) => app.provide('n-message-api', { success: () => undefined }) }
  const { made: csv, leave } = runInSetup(() => useAnnotationCsv(), { plugins: [messages] })
  onTestFinished(leave)
  writeFileSync(join(rig.profile, 'chosen.csv'), 'account,name,tags,customer,note')
  rig.chooseFile(join(rig.profile, 'chosen.csv'))
  return { rig, csv }
}

test('The error of an import is not shown after its preview was cancelled', async () => {
  const { rig, csv } = await startCsv()
  await csv.choose()
  // Main keeps only the newest preview.
  await rig.call('annotations.previewCsv', {})
  await csv.apply()
  expect(csv.error.value?.kind).toBe('not_found')
  csv.cancel()
  expect(csv.preview.value).toBeNull()
  expect(csv.error.value).toBeNull()
})

test('The error of an export is not shown for a later import, nor the error of an import for a later export', async () => {
  const { rig, csv } = await startCsv()
  const file = new DatabaseSync(join(rig.profile, 'banto.db'))
  onTestFinished(() => file.close())
  file.exec('alter table annotation rename to annotation_elsewhere')
  await csv.exportCsv()
  expect(csv.error.value?.kind).toBe('database_failed')
  file.exec('alter table annotation_elsewhere rename to annotation')
  await csv.choose()
  expect(csv.error.value).toBeNull()
  // Main keeps only the newest preview.
  await rig.call('annotations.previewCsv', {})
  await csv.apply()
  expect(csv.error.value?.kind).toBe('not_found')
  await csv.exportCsv()
  expect(csv.error.value).toBeNull()
})
