import { computed, reactive, ref } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { useRowSelectionForTable } from '#renderer/features/list-tools/useRowSelectionForTable.ts'
import { createRowSelection } from '#renderer/stores/create-row-selection.ts'
import { runInSetup } from '#test/renderer/run-in-setup.ts'
import { setMessageLanguage } from '#test/renderer/set-message-language.ts'

interface Row {
  accountId: string
  name: string
  goneSince: number | null
}
const rows: Row[] = ['a', 'b', 'c', 'd'].map((name) => ({ accountId: 'a', name, goneSince: null }))

test.each([
  ['en', 'Select the first 2 of 4', 'Select more, up to 2 of 4'],
  ['ja', '4 件中、先頭の 2 件を選択', '4 件中、合計 2 件まで選択を追加'],
] as const)(
  'Only if no row of the list is selected, the first rows that may be selected are announced (%s)',
  (language, first, more) => {
    setMessageLanguage(language)
    const selection = reactive(createRowSelection<Row>({ maxSelected: 2 }))
    const { made, leave } = runInSetup(() =>
      useRowSelectionForTable<Row>({
        list: 'domains',
        selection,
        selecting: {
          all: computed(() => 'some'),
          set: () => Promise.resolve(),
          selectAll: () => Promise.resolve(),
          toggleAll: () => Promise.resolve(),
        },
        matching: ref(rows.length),
        isFiltered: () => false,
      }),
    )
    onTestFinished(leave)
    expect(made.selectAllText.value).toBe(first)
    selection.setSelected(rows.slice(-1), true)
    expect(made.selectAllText.value).toBe(more)
  },
)
