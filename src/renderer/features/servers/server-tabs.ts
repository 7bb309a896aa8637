import type { Component } from 'vue'
import ServerDomainsTab from '#renderer/features/servers/hosted-domains/ServerDomainsTab.vue'
import ServerErrorLogTab from '#renderer/features/servers/error-log/ServerErrorLogTab.vue'
import ServerDatabases from '#renderer/features/servers/databases/ServerDatabases.vue'
import ServerSsh from '#renderer/features/servers/ssh/ServerSsh.vue'
import ServerWordpress from '#renderer/features/servers/wordpress/ServerWordpress.vue'

/** The tabs after the overview. Each component gets `ServerTabProps`. The title is the text `serverPage.tab.NAME`. */
export interface ServerTab {
  name: string
  component: Component
  /** The tab fills the page and scrolls its own parts. */
  fillsPage?: true
}

export const overviewTab = 'overview'

export const serverTabs: readonly ServerTab[] = [
  { name: 'domains', component: ServerDomainsTab, fillsPage: true },
  { name: 'wordpress', component: ServerWordpress },
  { name: 'errorLog', component: ServerErrorLogTab, fillsPage: true },
  { name: 'databases', component: ServerDatabases },
  { name: 'ssh', component: ServerSsh },
]
