import type { Component } from 'vue'
import ServerDomainsTab from '#renderer/features/servers/hosted-domains/ServerDomainsTab.vue'
import ServerErrorLogTab from '#renderer/features/servers/error-log/ServerErrorLogTab.vue'
import NewDatabaseTab from '#renderer/features/servers/databases/NewDatabaseTab.vue'
import ServerSshTab from '#renderer/features/servers/ssh/ServerSshTab.vue'
import ServerWordpressTab from '#renderer/features/servers/wordpress/ServerWordpressTab.vue'

/** The tabs after the overview. Each component gets `ServerTabProps`. The title is the text `serverPage.tab.NAME`. */
export interface ServerTab {
  name: string
  component: Component
  /** The tab fills the page and scrolls its own parts. */
  fillsPage?: true
}

export const serverOverviewTab = 'overview'

export const serverTabsAfterOverview: readonly ServerTab[] = [
  { name: 'domains', component: ServerDomainsTab, fillsPage: true },
  { name: 'wordpress', component: ServerWordpressTab },
  { name: 'databases', component: NewDatabaseTab },
  { name: 'ssh', component: ServerSshTab },
  { name: 'errorLog', component: ServerErrorLogTab, fillsPage: true },
]
