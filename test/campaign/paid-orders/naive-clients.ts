import { buildPaidEndpointCall } from '#main/orders/build-paid-endpoint-call.ts'
import type {
  Client,
  ClientParts,
  DecisionOutcome,
  Installation,
  PurchaseDecision,
} from './client-under-test-interface.ts'
import type { ArrivedRequest } from './in-memory-service.ts'
import type { DeliveryOutcome } from './faulty-network.ts'

interface Job {
  decision: PurchaseDecision
  state: 'open' | 'done' | 'refused'
  keys: string[]
  /** The stored idempotency key and its body. */
  stored: { key: string; body: string } | null
}

const attempts = 6
const pauseMs = 20_000
const decoder = new TextDecoder()

/**
 * Two typical naive clients. `new-key` creates an idempotency key for each attempt. `stored-key` stores the key and
 * sends it again, and creates a new one after a 409. Both keep their jobs on the disk, read the expiry date before an
 * attempt, and retry after a lost answer or a 5xx.
 */
export function installNaiveClient(name: string, habit: 'new-key' | 'stored-key'): Installation {
  const jobs: Job[] = []
  let keys = 0

  function launch({ process: life, network, log }: ClientParts): Client {
    const read = async (
      endpoint: ArrivedRequest['endpoint'],
      decision: PurchaseDecision,
    ): Promise<Record<string, unknown> | null> => {
      const params: Record<string, string> = decision.item.kind === 'order' ? {} : { domain_name: decision.item.name }
      const delivery = await life.step('read', () =>
        network.read({ userName: decision.item.accountId, endpoint, params, body: null, idempotencyKey: null }),
      )
      return delivery.kind === 'answer' && delivery.status === 200 ? parse(delivery) : null
    }

    async function bodyOf(decision: PurchaseDecision): Promise<string> {
      const shown = decision.item.kind === 'renew' ? await read('domain.detail', decision) : null
      const expiryDate = (shown?.['expiry_date'] as string | undefined) ?? decision.expiryDate
      const { input } = buildPaidEndpointCall(decision.item, { yen: decision.yen, expiryDate, authCode: 'auth-code' })
      const { domain_name: domainName, server_id: _, ...fields } = input
      return JSON.stringify(decision.item.kind === 'acquire' ? { domain_name: domainName, ...fields } : fields)
    }

    async function attempt(job: Job): Promise<void> {
      const { decision } = job
      if (habit === 'new-key' || job.stored === null) {
        const body = await bodyOf(decision)
        const key = `${name}-key-${String((keys += 1)).padStart(8, '0')}`
        await life.step('store', () => {
          job.keys.push(key)
          job.stored = { key, body }
        })
      }
      const { key, body } = job.stored as { key: string; body: string }
      const { endpoint } = buildPaidEndpointCall(decision.item, {
        yen: decision.yen,
        expiryDate: decision.expiryDate,
        authCode: null,
      })
      const params: Record<string, string> =
        decision.item.kind === 'order' || decision.item.kind === 'acquire' ? {} : { domain_name: decision.item.name }
      log(`sends ${endpoint} ${key}`)
      const delivery = await life.step(`send ${endpoint}`, () =>
        network.send({ userName: decision.item.accountId, endpoint, params, body, idempotencyKey: key }, (fate) =>
          log(`  … ${fate}`),
        ),
      )
      await life.step('store', () => note(job, delivery))
    }

    function note(job: Job, delivery: DeliveryOutcome): void {
      if (delivery.kind !== 'answer') return
      if (delivery.status === 200) job.state = 'done'
      else if (delivery.status === 409) job.stored = null
      else if (delivery.status >= 400 && delivery.status < 500 && delivery.status !== 429) job.state = 'refused'
    }

    async function work(job: Job): Promise<void> {
      for (let left = attempts; left > 0 && job.state === 'open'; left -= 1) {
        await attempt(job)
        await life.clock.sleep(pauseMs)
      }
    }

    return {
      start: () => jobs.filter(({ state }) => state === 'open').forEach((job) => void work(job)),
      async confirm(decisions) {
        const added = decisions.map((decision): Job => ({ decision, state: 'open', keys: [], stored: null }))
        await life.step('store', () => void jobs.push(...added))
        added.forEach((job) => void work(job))
      },
      visit: () => undefined,
      resumeAll: () => undefined,
      close: async () => undefined,
    }
  }

  return {
    launch,
    endings: () =>
      jobs.map(({ decision, state, keys: made }): DecisionOutcome => ({
        decisionNumber: decision.number,
        idempotencyKeys: made,
        state,
        cause: '',
        intentId: '',
      })),
    findReasonAgainstSending: () => null,
  }
}

function parse(delivery: Extract<DeliveryOutcome, { kind: 'answer' }>): Record<string, unknown> | null {
  try {
    return JSON.parse(decoder.decode(delivery.bytes)) as Record<string, unknown>
  } catch {
    return null
  }
}
