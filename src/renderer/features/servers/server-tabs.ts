import type { Component } from 'vue'

/** The tabs after the overview. Each component gets `ServerTabProps`. The title is the text `serverPage.tab.NAME`. */
export interface ServerTab {
  name: string
  component: Component
}

export const overviewTab = 'overview'

export const serverTabs: readonly ServerTab[] = []
