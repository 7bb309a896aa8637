import type { Component } from 'vue'
import OpenapiOperationsTab from './OpenapiOperationsTab.vue'
import EndpointList from './EndpointList.vue'
import RequestHistoryList from './RequestHistoryList.vue'
import SavedRequestList from './SavedRequestList.vue'

/**
 * The tabs from which the user picks a request, in the order of their display. Each name has a title under
 * `console.source`. A tab loads the picked request into the store of the console.
 */
export const consoleRequestSourceTabs: readonly { name: string; component: Component }[] = [
  { name: 'endpoints', component: EndpointList },
  { name: 'openapi', component: OpenapiOperationsTab },
  { name: 'saved', component: SavedRequestList },
  { name: 'history', component: RequestHistoryList },
]
