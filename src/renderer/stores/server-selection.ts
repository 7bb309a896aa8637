import { defineStore } from 'pinia'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { createRowSelection } from './create-row-selection.ts'

/** The maximum number of selected servers, which is more than any user has. */
export const maxSelectedServers = 1000

/** The selected servers. The store keeps them when the user leaves the list. */
export const useServerSelection = defineStore('server-selection', () =>
  createRowSelection<ServerRow>({ maxSelected: maxSelectedServers }),
)
