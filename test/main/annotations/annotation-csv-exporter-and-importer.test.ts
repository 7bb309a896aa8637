import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maxPreviewedAnnotationCsvRows } from '#shared/ipc/tag-customer-and-note-csv-commands.ts'
import { startSimulatorRig, type SimulatorRig } from '#test/main-process-rig.ts'

const token = 'a-key-for-csv'
const sharedToken = 'a-second-key-for-csv'
const otherToken = 'another-key-for-csv'
let rig: SimulatorRig
let accountId: string

beforeEach(async () => {
  const domains = ['one.example', 'two.example', 'xn--wgv71a119e.example'].map((domain_name) => ({ domain_name }))
  rig = await startSimulatorRig({
    world: {
      users: [
        { name: 'first', keys: [{ token }, { token: sharedToken }], domains },
        {
          name: 'second',
          keys: [{ token: otherToken }],
          domains: [{ domain_name: 'other.example' }, { domain_name: 'same.example' }],
          servers: [{ server_id: 'same', servername: 'same.example' }],
        },
      ],
    },
  })
  accountId = (await rig.addAccount('First', [token])).id
  await rig.addAccount('Second', [otherToken])
  await sync()
})
afterEach(() => rig.close())

async function sync(): Promise<void> {
  const ended = rig.event('sync.changed', (all) =>
    all.every(({ state, endedAt }) => state === 'idle' && endedAt !== null),
  )
  await rig.call('sync.start', {})
  await ended
}

async function previewOf(text: string) {
  const path = join(rig.profile, 'chosen.csv')
  writeFileSync(path, text)
  rig.chooseFile(path)
  const preview = await rig.call('annotations.previewCsv', {})
  if (!preview) throw new Error('The dialog was closed')
  return preview
}
const annotationOf = async (name: string) => (await rig.call('inventory.domain', { accountId, name })).annotation
const set = (name: string, tags: string[]) =>
  rig.call('annotations.changeTagsAndCustomers', {
    changes: [{ target: { kind: 'domain', accountId, name }, add: tags }],
  })

test('Nothing changes before the previewed file is imported, and then exactly what the preview showed', async () => {
  await set('one.example', ['Old'])
  const preview = await previewOf(
    '\ufeffname,account,tags,note\r\none.example,First,"VIP, Old","=1+1\nsecond line"\r\n日本語.example,,,Readable name\r\nother.example,Second,,\r\n',
  )
  expect(preview).toMatchObject({ changed: 2, unchanged: 1, losing: 0, left: 0, findings: [] })
  expect(await annotationOf('one.example')).toEqual({ tags: ['Old'], customer: '', note: '' })
  expect(await rig.call('annotations.importCsv', { importId: preview.importId })).toEqual({ changed: 2 })
  expect(await annotationOf('one.example')).toEqual({ tags: ['Old', 'VIP'], customer: '', note: '=1+1\nsecond line' })
  expect((await annotationOf('xn--wgv71a119e.example')).note).toBe('Readable name')
})

test('A note that the file only extends does not count as a former note that is taken away', async () => {
  const target = { kind: 'domain', accountId, name: 'one.example' } as const
  await rig.call('annotations.setNote', { target, note: ' Paid until May\n' })
  expect(await previewOf('name,note\none.example,"Paid until May\nAsk again"\n')).toMatchObject({
    changed: 1,
    losing: 0,
  })
  expect(await previewOf('name,note\none.example,Paid until\n')).toMatchObject({ changed: 1, losing: 1 })
  expect(await previewOf('name,note\none.example,\n')).toMatchObject({ changed: 1, losing: 1 })
})

test('Every bad row is reported with its line and reason, and the others are imported', async () => {
  const preview = await previewOf(
    [
      'account,name,tags,note',
      'Nobody,one.example,A,',
      '',
      'First,missing.example,A,',
      'First,one.example,A,"two\nlines"',
      'First,one.example,B,',
      `First,two.example,${'x'.repeat(41)},`,
      `First,two.example,,${'n'.repeat(2001)}`,
      'First,two.example,"C"x,',
      'First,two.example,C,"open',
    ].join('\n'),
  )
  expect(preview.findings.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'unknownAccount'],
    [4, 'unknownName'],
    [7, 'repeated'],
    [8, 'tagTooLong'],
    [9, 'noteTooLong'],
    [10, 'textAfterQuote'],
  ])
  expect(preview).toMatchObject({ changed: 1, left: 6, cutOff: { line: 11, problem: 'unclosedQuote' } })
})

test('A preview says why a file was not read to its end, and counts only the rows before as left out', async () => {
  expect(await previewOf('name,tags\nmissing.example,A\n')).toMatchObject({ left: 1, cutOff: null })
  expect(await previewOf('name,tags\n"open\nmissing.example,A\nmissing.example,B\n')).toMatchObject({
    left: 0,
    findings: [],
    cutOff: { line: 2, problem: 'unclosedQuote' },
  })
  const badRows = 'missing.example,A\n'.repeat(maxPreviewedAnnotationCsvRows)
  expect(await previewOf(`name,tags\n${badRows}"open`)).toMatchObject({
    left: maxPreviewedAnnotationCsvRows,
    cutOff: { problem: 'unclosedQuote' },
  })
})

test('A name of a domain and a server of one account is not answered with the request for an account', async () => {
  expect(await previewOf('name,account,tags\nsame.example,,A\nsame.example,Second,A\n')).toMatchObject({
    findings: [{ problem: 'severalOfOneAccount' }, { problem: 'severalOfOneAccount' }],
  })
})

test('A name of two accounts with the same label is not answered with the request for an account', async () => {
  await rig.addAccount('First', [sharedToken])
  await sync()
  expect(await previewOf('name,account,tags\none.example,,A\ntwo.example,First,A\n')).toMatchObject({
    findings: [{ problem: 'severalAccounts' }, { problem: 'severalOfOneAccount' }],
  })
})

test('A file without the names of its columns is refused in whole', async () => {
  expect(await previewOf('one.example,VIP\n')).toMatchObject({
    changed: 0,
    left: 0,
    cutOff: { line: 1, problem: 'noHeading' },
  })
})

test('A column that the file lacks keeps what is stored, and an empty cell of a column that it has deletes it', async () => {
  await set('one.example', ['Old'])
  await rig.call('annotations.setNote', { target: { kind: 'domain', accountId, name: 'one.example' }, note: 'Note' })
  const keeping = await previewOf('name,tags\none.example,New\n')
  expect(keeping).toMatchObject({ changed: 1, losing: 1, changes: [{ after: { tags: ['New'], note: 'Note' } }] })
  const deleting = await previewOf('name,note\none.example,\n')
  expect(deleting).toMatchObject({ losing: 1, changes: [{ after: { tags: ['Old'], customer: '', note: '' } }] })
  await expect(rig.call('annotations.importCsv', { importId: keeping.importId })).rejects.toMatchObject({
    kind: 'not_found',
  })
})

test('An import stores nothing when tags have changed since the preview', async () => {
  const { importId } = await previewOf('name,tags\none.example,A\ntwo.example,B\n')
  await set('two.example', ['Meanwhile'])
  await expect(rig.call('annotations.importCsv', { importId })).rejects.toMatchObject({ kind: 'conflict' })
  expect((await annotationOf('one.example')).tags).toEqual([])
})

test('An import stores nothing for a domain whose account was removed since the preview', async () => {
  const { importId } = await previewOf('name,tags\none.example,A\n')
  await rig.call('accounts.remove', { accountId })
  await expect(rig.call('annotations.importCsv', { importId })).rejects.toMatchObject({ kind: 'conflict' })
  expect(await rig.call('annotations.tags', {})).toEqual({ domains: [], servers: [] })
})

test('An exported file brings back the same tags and notes, and no cell of it is a formula', async () => {
  await set('one.example', ['VIP', '本番'])
  const note = '=HYPERLINK("x")\nsecond "line", with commas'
  await rig.call('annotations.setNote', { target: { kind: 'domain', accountId, name: 'one.example' }, note })
  const path = join(rig.profile, 'saved.csv')
  rig.chooseFile(path)
  const { path: savedAt } = await rig.call('annotations.exportCsv', {})
  const text = readFileSync(savedAt ?? path, 'utf8')
  expect(text.startsWith('\ufeffaccount,name,tags,customer,note\r\n')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK`)
  expect(await previewOf(text)).toMatchObject({ changed: 0, unchanged: 1, left: 0 })
})

test('An exported note that ends with a line break is imported as unchanged', async () => {
  const [account] = await rig.call('accounts.list', null)
  const target = { kind: 'domain', accountId: account?.id ?? '', name: 'one.example' } as const
  await rig.call('annotations.setNote', { target, note: 'Call first.\n' })
  expect(await previewOf('name,note\none.example,"Call first.\n"\n')).toMatchObject({ changed: 0, losing: 0 })
  expect(await previewOf('name,note\none.example,Call.\n')).toMatchObject({ changed: 1, losing: 1 })
})

test('The preview shows tags and customers in the spelling that the import stores', async () => {
  const preview = async (file: string) =>
    (await previewOf(file)).changes.map(({ after }) => [after.tags, after.customer])
  expect(await preview('name,tags,customer\none.example,VIP,New Co\ntwo.example,vip,new co\n')).toEqual([
    [['VIP'], 'New Co'],
    [['VIP'], 'New Co'],
  ])
})

test('A column of customers sets, replaces and clears them, and a file without the column changes no customer', async () => {
  const give = (name: string, customer: string) =>
    rig.call('annotations.changeTagsAndCustomers', {
      changes: [{ target: { kind: 'domain', accountId, name }, customer }],
    })
  await give('one.example', 'Aoba Ltd')
  await give('two.example', 'Kaede')
  const without = await previewOf('name,tags\none.example,VIP\ntwo.example,\n')
  expect(without).toMatchObject({ changed: 1, losing: 0 })
  await rig.call('annotations.importCsv', { importId: without.importId })
  expect((await annotationOf('one.example')).customer).toBe('Aoba Ltd')

  const long = 'x'.repeat(101)
  const preview = await previewOf(
    `name,customer\none.example,aoba ＬＴＤ\ntwo.example,\nother.example,Aoba Ltd\n日本語.example,${long}\n`,
  )
  expect(preview).toMatchObject({
    changed: 2,
    unchanged: 1,
    losing: 1,
    findings: [{ line: 5, problem: 'customerTooLong' }],
  })
  await rig.call('annotations.importCsv', { importId: preview.importId })
  expect((await annotationOf('two.example')).customer).toBe('')
  expect((await annotationOf('one.example')).tags).toEqual(['VIP'])
  expect(await rig.call('annotations.customers', {})).toEqual({ domains: ['Aoba Ltd'], servers: [] })
})
