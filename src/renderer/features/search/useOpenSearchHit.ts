import { useRouter } from 'vue-router'
import type { SearchHit } from '#shared/ipc/global-search-hit-schemas.ts'

/** Returns a function that opens a hit. A record opens the zone of its domain, filtered by the searched text. */
export function useOpenSearchHit(): (hit: SearchHit, searched: string) => void {
  const router = useRouter()
  return ({ kind, accountId, target }, searched) => {
    switch (kind) {
      case 'account':
        return void router.push({ name: 'account', params: { accountId } })
      case 'server':
        return void router.push({ name: 'server', params: { accountId, name: target } })
      case 'domain':
        return void router.push({ name: 'domain', params: { accountId, name: target } })
      case 'record':
        return void router.push({ name: 'domain', params: { accountId, name: target }, query: { find: searched } })
    }
  }
}
