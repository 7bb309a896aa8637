import type { Component } from 'vue'

/** The tabs after the overview. Each component gets `ServerTabProps`. The title is the text `serverPage.tab.NAME`. */
export interface ServerTab {
  name: string
  component: Component
}

export interface ServerTabProps {
  accountId: string
  servername: string
  /** Why nothing of the server can be changed now; null if it can. Disabled buttons show it. */
  changeObstacle: string | null
}

export const overviewTab = 'overview'

export const serverTabs: readonly ServerTab[] = []
