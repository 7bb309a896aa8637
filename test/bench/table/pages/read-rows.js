/** The rows of the benchmark as Banto's pages contain them, and the size in which Banto shows them. */
export async function readRows() {
  const response = await fetch('rows.json')
  return response.json()
}

const now = Date.now()
const dayMs = 24 * 60 * 60 * 1000

/** The texts that Banto's table shows in the cells of a row. */
export function buildCellTexts(row) {
  const days = row.expiryDate === null ? null : Math.round((Date.parse(row.expiryDate) - now) / dayMs)
  return {
    distance: days === null || days > 90 ? '' : `in ${days} days`,
    autoRenew: row.autoRenew === null ? '—' : row.autoRenew ? 'On' : 'Off',
    records: row.records === null ? '—' : String(row.records),
    read: `${Math.max(0, Math.floor((now - row.readAt) / 60000))} min ago`,
  }
}

/** The icon of the status `active`, which nearly all rows have. */
export const statusIconPath = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M9 12l2 2l4-4'
