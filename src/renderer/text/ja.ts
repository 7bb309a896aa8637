import type { Texts } from './en.ts'
import { accounts } from './ja/accounts.ts'
import { common } from './ja/common.ts'
import { dns } from './ja/dns.ts'
import { domains } from './ja/domains.ts'
import { errors } from './ja/errors.ts'
import { logs } from './ja/logs.ts'
import { overview } from './ja/overview.ts'
import { search } from './ja/search.ts'
import { servers } from './ja/servers.ts'
import { settings } from './ja/settings.ts'
import { shell } from './ja/shell.ts'

export const ja: Texts = { common, shell, errors, accounts, overview, settings, domains, dns, servers, logs, search }
