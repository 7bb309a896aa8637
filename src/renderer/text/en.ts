import { accounts } from './en/accounts.ts'
import { common } from './en/common.ts'
import { dns } from './en/dns.ts'
import { domains } from './en/domains.ts'
import { errors } from './en/errors.ts'
import { logs } from './en/logs.ts'
import { orders } from './en/orders.ts'
import { overview } from './en/overview.ts'
import { search } from './en/search.ts'
import { servers } from './en/servers.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { shop } from './en/shop.ts'

export const en = { common, shell, errors, accounts, overview, settings, domains, dns, servers, logs, search, orders, shop }
export type Texts = typeof en
