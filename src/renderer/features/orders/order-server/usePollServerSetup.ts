import { onScopeDispose, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import { useErrorUntilCauseEnds } from '#renderer/composables/useErrorUntilCauseEnds.ts'
import { callReadEndpoint, mainCommands } from '#renderer/ipc-client.ts'

export interface ServerSetupReading {
  servername: string
  status: string
  expiryDate: string | null
  readAt: number
}

/** A done order and its server. */
interface Ordered {
  accountId: string
  serverId: string
  intentId: string
}

/** A setup takes minutes, so the status is polled often at first and then at growing intervals. */
const waitsMs = [10_000, 15_000, 30_000, 60_000, 120_000, 300_000]

/**
 * Polls an ordered server until its setup ends or the scope is disposed (API description, section "Server contract
 * status").
 */
export function usePollServerSetup() {
  const state = shallowRef<ServerSetupReading | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isReading = shallowRef(false)
  const nextAt = shallowRef<number | null>(null)
  let watched: Ordered | null = null
  let readCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read({ accountId, serverId, intentId }: Ordered): Promise<ServerSetupReading | null> {
    const known = state.value?.servername ?? (await nameInOrder(intentId))
    if (known === null) {
      const { data, readAt } = await callReadEndpoint(accountId, 'server.list', {})
      const server = data.servers.find((each) => each.server_id === serverId)
      return server
        ? { servername: server.servername, status: server.status, expiryDate: server.expiry_date ?? null, readAt }
        : null
    }
    const { data, readAt } = await callReadEndpoint(accountId, 'server.signupStatus', { servername: known })
    return { servername: known, status: data.status, expiryDate: data.expiry_date ?? null, readAt }
  }

  async function refresh(): Promise<void> {
    const mine = watched
    if (mine === null || isReading.value) return
    clearTimeout(timer)
    nextAt.value = null
    isReading.value = true
    try {
      const answer = await read(mine)
      if (mine !== watched) return
      if (answer !== null) state.value = answer
      error.value = null
    } catch (thrown) {
      if (mine !== watched) return
      error.value = toAppError(thrown)
    } finally {
      isReading.value = false
    }
    if (state.value !== null && state.value.status !== 'setup_pending') {
      // A sync reads the server list, which updates the order's status from `accepted`.
      mainCommands.sync.start({ accountIds: [mine.accountId] }).catch(() => undefined)
      return
    }
    const waitMs = waitsMs[Math.min(readCount, waitsMs.length - 1)] as number
    readCount += 1
    nextAt.value = Date.now() + waitMs
    timer = setTimeout(() => void refresh(), waitMs)
  }

  function start(ordered: Ordered): void {
    if (watched?.intentId === ordered.intentId) return
    stop()
    watched = ordered
    void refresh()
  }

  function stop(): void {
    clearTimeout(timer)
    watched = null
    state.value = null
    error.value = null
    nextAt.value = null
    readCount = 0
  }

  onScopeDispose(stop)
  return { state, error: useErrorUntilCauseEnds(error, refresh), isReading, nextAt, start, stop, refresh }
}

/**
 * Returns the server's name in the events of the order; null if none has it. The name is needed, because the list does
 * not show a new server to a key for selected servers.
 */
async function nameInOrder(intentId: string): Promise<string | null> {
  const { steps } = await mainCommands.orders.intent({ intentId })
  const names = steps.map(({ fact }) => fact['servername']).filter((name) => typeof name === 'string')
  return names.at(-1) ?? null
}
