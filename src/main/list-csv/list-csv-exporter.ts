import { AppError } from '#shared/app-error.ts'
import type { CustomerResource } from '#shared/ipc/customers.ts'
import { doesFilterSearchRecords, type DomainFilter } from '#shared/ipc/inventory.ts'
import type { SortCriterion } from '#shared/ipc/list-sort-schemas.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import type { Clock } from '#main/clock.ts'
import type { EmitEvent } from '#main/event-emitter-port.ts'
import { yieldToEventLoop } from '#main/event-loop/chunked-work.ts'
import { formatCsvInChunks } from '#main/format-csv.ts'
import type { DomainRef } from '#shared/ipc/domain-reading.ts'
import type { DomainSort } from '#main/inventory/domains/query-domains.ts'
import type { InventoryStore } from '#main/inventory/inventory-store.ts'
import type { ServerListQuery } from '#main/inventory/servers/query-servers.ts'
import type { DomainIdOrServerKey } from '#main/inventory/customers/query-customers-with-domains-and-servers.ts'
import {
  customerCsvColumns,
  domainCsvColumns,
  recordSearchMatchCsvColumns,
  serverCsvColumns,
  type ListCsvColumns,
  type ListCsvContext,
} from './list-csv-columns.ts'
import { createCsvLabelFinder, type ListCsvLabels } from './create-csv-label-finder.ts'

interface ExportInput {
  exportId: string
  labels: ListCsvLabels
}

export interface DomainCsvExportInput extends ExportInput {
  filter: DomainFilter
  sort: DomainSort
  isDescending: boolean
  thenBy?: readonly SortCriterion<DomainSort>[]
  listId: number | null
  /** Null: all domains that match. */
  only: DomainRef[] | null
}

export interface ServerCsvExportInput extends ExportInput, ServerListQuery {}

export interface CustomerCsvExportInput extends ExportInput {
  customer: string
}

interface SavedCsv {
  /** Null when the user closed the dialog. */
  path: string | null
  rows: number
}

/** The lists of domains and servers, and of those of a customer, as CSV files. */
export interface ListCsvExporter {
  /** Throws `cancelled`. */
  domains(input: DomainCsvExportInput): Promise<SavedCsv>
  /** Throws `cancelled`. */
  servers(input: ServerCsvExportInput): Promise<SavedCsv>
  /** Throws `cancelled`. */
  customer(input: CustomerCsvExportInput): Promise<SavedCsv>
  cancel(exportId: string): void
  /** Cancels all exports. */
  close(): void
}

export interface ListCsvExporterDeps {
  inventory: Pick<InventoryStore, 'domainIds' | 'domainCsvRows' | 'allServers'>
  /** The domains and servers of a customer. `read` keeps their order. */
  openCustomerResources: (
    customer: string,
  ) => Promise<{
    ids: readonly DomainIdOrServerKey[]
    read: (ids: readonly DomainIdOrServerKey[]) => Promise<CustomerResource[]>
  }>
  clock: Pick<Clock, 'now'>
  emit: EmitEvent
  /** The current labels of the accounts, by ID. */
  accountLabels: () => ReadonlyMap<string, string>
  /** Asks the user for a path and saves the file; null when the user closed the dialog. */
  choosePathAndSaveFile: (suggestedName: string, text: AsyncIterable<string>) => Promise<string | null>
}

/** Rows per chunk. Reading and formatting one chunk takes much less than 16 ms. */
const rowsPerChunk = 100
const rowsPerProgressEvent = 1000

export function createListCsvExporter({
  inventory,
  openCustomerResources,
  clock,
  emit,
  accountLabels,
  choosePathAndSaveFile,
}: ListCsvExporterDeps): ListCsvExporter {
  const running = new Map<string, AbortController>()

  async function save<Item, Row>(
    { exportId, labels }: ExportInput,
    list: {
      fileName: string
      items: readonly Item[]
      columns: ListCsvColumns<Row>
      toRows: (items: readonly Item[]) => readonly Row[] | Promise<readonly Row[]>
    },
  ): Promise<SavedCsv> {
    const controller = new AbortController()
    running.set(exportId, controller)
    const labelsOfAccounts = accountLabels()
    const context: ListCsvContext = {
      findLabel: createCsvLabelFinder(labels),
      labelOf: (accountId) => labelsOfAccounts.get(accountId) ?? accountId,
      now: clock.now(),
    }
    const total = list.items.length
    let rows = 0

    async function* lines() {
      yield list.columns.map(([heading]) => context.findLabel('heading', heading))
      for (let from = 0; from < total; from += rowsPerChunk) {
        if (from % rowsPerProgressEvent === 0) emit('listCsv.progress', { exportId, done: from, total })
        await yieldToEventLoop()
        if (controller.signal.aborted) throw new AppError('cancelled', 'The export was cancelled')
        for (const row of await list.toRows(list.items.slice(from, from + rowsPerChunk))) {
          yield list.columns.map(([, cell]) => cell(row, context))
          rows += 1
        }
      }
      emit('listCsv.progress', { exportId, done: total, total })
    }

    try {
      const name = `banto-${list.fileName}-${formatJapanDate(clock.now())}.csv`
      return { path: await choosePathAndSaveFile(name, formatCsvInChunks(lines())), rows }
    } finally {
      running.delete(exportId)
    }
  }

  return {
    domains: async (input) =>
      save(input, {
        fileName: 'domains',
        items: await inventory.domainIds(input),
        columns: doesFilterSearchRecords(input.filter)
          ? [...domainCsvColumns, ...recordSearchMatchCsvColumns]
          : domainCsvColumns,
        toRows: (ids) => inventory.domainCsvRows(ids, input.filter),
      }),
    servers: (input) =>
      save(input, {
        fileName: 'servers',
        items: inventory.allServers(input),
        columns: serverCsvColumns,
        toRows: (rows) => rows,
      }),
    async customer(input) {
      const { ids, read } = await openCustomerResources(input.customer)
      return save(input, { fileName: 'customer', items: ids, columns: customerCsvColumns, toRows: read })
    },
    cancel: (exportId) => running.get(exportId)?.abort(),
    close() {
      for (const controller of running.values()) controller.abort()
    },
  }
}
