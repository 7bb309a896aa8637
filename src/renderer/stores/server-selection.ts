import { defineStore } from 'pinia'
import { maxAnnotatedAtOnce } from '#shared/ipc/annotations.ts'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { createRowSelection } from './create-row-selection.ts'

/** The maximum number of servers in one change of tags and customers. */
export const maxSelectedServers = maxAnnotatedAtOnce

/** The selected servers. The store keeps them when the user leaves the list. */
export const useServerSelection = defineStore('server-selection', () =>
  createRowSelection<ServerRow>({ maxSelected: maxSelectedServers }),
)
