import type { Component } from 'vue'
import OpenapiOperationsTab from './OpenapiOperationsTab.vue'
import EndpointList from './EndpointList.vue'
import RequestHistoryList from './RequestHistoryList.vue'
import SavedRequestList from './SavedRequestList.vue'

/**
 * Where a request can be taken from, in the order of the tabs: each name has a title under `console.source`. A list
 * loads its request into the store of the console.
 */
export const requestSourceTabs: readonly { name: string; component: Component }[] = [
  { name: 'endpoints', component: EndpointList },
  { name: 'openapi', component: OpenapiOperationsTab },
  { name: 'saved', component: SavedRequestList },
  { name: 'history', component: RequestHistoryList },
]
