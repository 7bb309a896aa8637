import { createRouter, createWebHashHistory } from 'vue-router'
import { parseNewSiteQuery } from '#renderer/features/new-site/parse-new-site-route-query.ts'
import { parseTransferQuery } from '#renderer/features/orders/transfer-route-query.ts'

export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    {
      path: '/',
      name: 'overview',
      component: () => import('#renderer/features/overview/OverviewView.vue'),
      meta: { area: 'overview' },
    },
    {
      path: '/domains',
      name: 'domains',
      component: () => import('#renderer/features/domains/DomainsView.vue'),
      meta: { area: 'domains' },
    },
    {
      // Query: `only=selected` limits the file to the selected domains.
      path: '/domains/csv',
      name: 'csv-changes',
      component: () => import('#renderer/features/domain-change-csv/DomainChangeCsvView.vue'),
      props: ({ query }) => ({ isForSelected: query['only'] === 'selected' }),
      meta: { area: 'domains' },
    },
    {
      path: '/domains/:accountId/:name',
      name: 'domain',
      component: () => import('#renderer/features/domains/DomainViewKeyedByDomain.vue'),
      props: true,
      meta: { area: 'domains' },
    },
    {
      path: '/customers',
      name: 'customers',
      component: () => import('#renderer/features/customers/CustomersView.vue'),
      meta: { area: 'domains' },
    },
    {
      path: '/customers/:name',
      name: 'customer',
      component: () => import('#renderer/features/customers/CustomerView.vue'),
      props: true,
      meta: { area: 'domains' },
    },
    {
      path: '/plans/:planId',
      name: 'plan',
      component: () => import('#renderer/features/change-plans/ChangePlanView.vue'),
      props: true,
      meta: { area: 'domains' },
    },
    {
      path: '/domains/:accountId/:name/edit',
      name: 'zone-editor',
      component: () => import('#renderer/features/zone-editor/ZoneEditorViewKeyedByDomain.vue'),
      props: true,
      meta: { area: 'domains' },
    },
    {
      path: '/servers',
      name: 'servers',
      component: () => import('#renderer/features/servers/ServersView.vue'),
      meta: { area: 'servers' },
    },
    {
      // Query: `only=selected` selects the servers that are selected in the list.
      path: '/servers/versions',
      name: 'many-servers',
      component: () => import('#renderer/features/server-versions-and-usage/ServerVersionsUsageAndJobStartView.vue'),
      props: ({ query }) => ({ isForSelected: query['only'] === 'selected' }),
      meta: { area: 'servers' },
    },
    {
      // Query: `domain` and `domainAccount`, `server` and `serverAccount`, or `job`: where the user comes from.
      path: '/servers/new-site',
      name: 'new-site',
      component: () => import('#renderer/features/new-site/NewSiteView.vue'),
      props: ({ query }) => ({ prefill: parseNewSiteQuery(query) }),
      meta: { area: 'servers' },
    },
    {
      // Query: `tab` is a name of `server-tabs.ts`; the overview without it.
      path: '/servers/:accountId/:name',
      name: 'server',
      component: () => import('#renderer/features/servers/ServerViewKeyedByServer.vue'),
      props: true,
      meta: { area: 'servers' },
    },
    {
      path: '/orders',
      component: () => import('#renderer/features/orders/OrdersLayout.vue'),
      meta: { area: 'orders' },
      children: [
        // Query: `intent` opens one order; `run` filters by a run; an empty `run` removes that filter.
        { path: '', name: 'orders', component: () => import('#renderer/features/orders/list/OrdersView.vue') },
        {
          path: 'again/:runId',
          name: 'orders-again',
          component: () => import('#renderer/features/orders/order-again/OrderAgainAtNewPricesView.vue'),
          props: true,
        },
        {
          path: 'renew',
          name: 'orders-renew',
          component: () => import('#renderer/features/orders/renew-domains/RenewView.vue'),
        },
        {
          path: 'server',
          name: 'orders-server',
          component: () => import('#renderer/features/orders/order-server/OrderServerView.vue'),
        },
        {
          path: 'acquire',
          name: 'orders-acquire',
          component: () => import('#renderer/features/orders/acquire-domain/AcquireDomainView.vue'),
        },
        {
          path: 'transfer',
          name: 'orders-transfer',
          component: () => import('#renderer/features/orders/transfer-domain/TransferView.vue'),
          props: ({ query }) => ({ prefill: parseTransferQuery(query) }),
        },
        {
          path: 'spending',
          name: 'orders-spending',
          component: () => import('#renderer/features/orders/spending/SpendingAndForecastView.vue'),
        },
        {
          path: 'external-purchases',
          name: 'orders-external-purchases',
          component: () => import('#renderer/features/orders/external-purchases/ExternalPurchasesView.vue'),
        },
      ],
    },
    {
      path: '/activity',
      component: () => import('#renderer/features/activity/ActivityLayout.vue'),
      meta: { area: 'activity' },
      children: [
        {
          path: '',
          name: 'activity',
          component: () => import('#renderer/features/activity/change-log/ChangeLogView.vue'),
        },
        {
          // This path cannot be renamed, because stored view states contain it.
          path: 'seen',
          name: 'activity-detected',
          component: () => import('#renderer/features/activity/detected-changes/DetectedChangesView.vue'),
        },
        {
          path: 'jobs',
          name: 'activity-jobs',
          component: () => import('#renderer/features/activity/jobs/JobsView.vue'),
        },
        {
          path: 'jobs/:jobId',
          name: 'activity-job',
          component: () => import('#renderer/features/activity/jobs/JobViewKeyedByJob.vue'),
          props: true,
        },
      ],
    },
    {
      path: '/logs',
      name: 'logs',
      component: () => import('#renderer/features/logs/LogsView.vue'),
      meta: { area: 'logs' },
    },
    {
      path: '/console',
      name: 'console',
      component: () => import('#renderer/features/console/ConsoleView.vue'),
      meta: { area: 'console' },
    },
    {
      path: '/settings',
      name: 'settings',
      component: () => import('#renderer/features/settings/SettingsView.vue'),
      meta: { area: 'settings' },
    },
    {
      path: '/accounts/new',
      name: 'account-new',
      component: () => import('#renderer/features/accounts/AddAccountView.vue'),
      meta: { area: null },
    },
    {
      path: '/accounts/paste',
      name: 'accounts-paste',
      component: () => import('#renderer/features/accounts/paste/PasteAccountsView.vue'),
      meta: { area: null },
    },
    {
      path: '/accounts/:accountId',
      name: 'account',
      component: () => import('#renderer/features/accounts/AccountView.vue'),
      props: true,
      meta: { area: null },
    },
    { path: '/:rest(.*)*', redirect: '/' },
  ],
})
