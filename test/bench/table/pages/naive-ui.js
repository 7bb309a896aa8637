import { NDataTable } from 'naive-ui'
import { createApp, h } from 'vue'
import { readRows, statusIconPath, buildCellTexts } from './read-rows.js'

/** The same rows in the data table of Naive UI: virtual rows, checkboxes, cells of plain elements. */
const { rows, width, height, selected } = await readRows()
const keyOf = ({ accountId, name }) => `${accountId}/${name}`

const icon = () =>
  h('svg', { width: 14, height: 14, viewBox: '0 0 24 24', fill: 'none', stroke: 'green', 'stroke-width': 2 }, [
    h('path', { d: statusIconPath }),
  ])

const columns = [
  { type: 'selection' },
  {
    key: 'name',
    title: 'Domain',
    sorter: 'default',
    render: (row) => h('span', { class: 'mono', title: row.name }, row.decodedName ?? row.name),
  },
  {
    key: 'account',
    title: 'Account',
    width: 150,
    render: (row) => h('span', { class: 'badge', title: row.label }, [h('span', { class: 'dot' }), row.label]),
  },
  {
    key: 'status',
    title: 'Status',
    width: 150,
    render: (row) => h('span', { class: 'badge', title: row.status }, [icon(), row.status]),
  },
  {
    key: 'expiry',
    title: 'Expiry',
    width: 176,
    render: (row) => h('span', [row.expiryDate ?? '—', h('span', { class: 'grey' }, buildCellTexts(row).distance)]),
  },
  { key: 'autoRenew', title: 'Auto-renew', width: 100, render: (row) => h('span', buildCellTexts(row).autoRenew) },
  {
    key: 'records',
    title: 'Records',
    width: 84,
    align: 'right',
    render: (row) => h('span', buildCellTexts(row).records),
  },
  { key: 'readAt', title: 'Read', width: 110, align: 'right', render: (row) => h('time', buildCellTexts(row).read) },
]

createApp({
  render: () =>
    h(NDataTable, {
      style: { width: `${width}px` },
      size: 'small',
      bordered: false,
      virtualScroll: true,
      maxHeight: height - 33,
      minRowHeight: 32,
      columns,
      data: rows,
      rowKey: keyOf,
      checkedRowKeys: rows.slice(0, selected).map(keyOf),
    }),
}).mount('#table')
