import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { readRows, statusIconPath, buildCellTexts } from './read-rows.js'

/** The same rows in AG Grid Community: checkboxes, cell renderers that return plain elements. */
const { rows, width, height, selected } = await readRows()
ModuleRegistry.registerModules([AllCommunityModule])

function span(className, ...children) {
  const element = document.createElement('span')
  element.className = className
  element.append(...children)
  return element
}

const iconTemplate = document.createElement('template')
iconTemplate.innerHTML = `<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="green" stroke-width="2"><path d="${statusIconPath}"/></svg>`
const icon = () => iconTemplate.content.firstElementChild.cloneNode(true)

const container = document.querySelector('#table')
container.style.width = `${width}px`
container.style.height = `${height}px`
createGrid(container, {
  rowData: rows,
  rowHeight: 32,
  headerHeight: 32,
  animateRows: false,
  getRowId: ({ data }) => `${data.accountId}/${data.name}`,
  rowSelection: { mode: 'multiRow' },
  columnDefs: [
    { headerName: 'Domain', flex: 1, cellClass: 'mono', valueGetter: ({ data }) => data.decodedName ?? data.name },
    { headerName: 'Account', width: 150, cellRenderer: ({ data }) => span('badge', span('dot'), data.label) },
    { headerName: 'Status', width: 150, cellRenderer: ({ data }) => span('badge', icon(), data.status) },
    {
      headerName: 'Expiry',
      width: 176,
      cellRenderer: ({ data }) => span('', data.expiryDate ?? '—', span('grey', buildCellTexts(data).distance)),
    },
    { headerName: 'Auto-renew', width: 100, valueGetter: ({ data }) => buildCellTexts(data).autoRenew },
    { headerName: 'Records', width: 84, valueGetter: ({ data }) => buildCellTexts(data).records },
    { headerName: 'Read', width: 110, valueGetter: ({ data }) => buildCellTexts(data).read },
  ],
  onGridReady({ api }) {
    const nodes = []
    api.forEachNode((node) => node.rowIndex < selected && nodes.push(node))
    api.setNodesSelected({ nodes, newValue: true })
  },
})
