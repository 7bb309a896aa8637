/** One request as received, and its response. The token of its key is never stored. */
export interface ReceivedRequest {
  /** 1, 2, 3 … in the order of arrival. */
  number: number
  /** Epoch milliseconds by the simulator's clock. */
  at: number
  method: string
  /** Decoded path without its query. */
  path: string
  /** The request target, byte for byte. */
  target: string
  query: Record<string, string>
  /** The name of the endpoint; null for an unknown path. */
  endpoint: string | null
  userName: string | null
  keyIndex: number | null
  keyLabel: string | null
  isAuthorizationSent: boolean
  /** All headers except `authorization`. */
  headers: Record<string, string>
  /** The body as text, and parsed where it is JSON. */
  bodyText: string
  bodyJson: unknown
  remote: { address: string; port: number }
  /** How many requests of the same user were in progress when this request arrived, itself included. */
  inFlight: number
  /** The kind of the fault that was applied to the request. */
  fault: string | null
  /** Whether the behaviour of its endpoint ran. */
  isExecuted: boolean
  /** Null until the response is sent; stays null when no response is sent. */
  status: number | null
  code: string | null
}

/** Money taken from a user's prepaid balance. */
export interface SimulatedCharge {
  at: number
  user: string
  kind: 'order' | 'acquire' | 'transfer' | 'renew'
  target: string
  yen: number
  idempotencyKey: string | null
}

export interface RequestCounts {
  received: number
  /** Answered with 429. */
  refused: number
}

export interface LedgerSummary extends RequestCounts {
  chargedYen: number
  byUser: Record<string, RequestCounts & { byKey: Record<string, RequestCounts> }>
}

const tooManyRequests = 429

function countRequests(requests: ReceivedRequest[]): RequestCounts {
  return { received: requests.length, refused: requests.filter(({ status }) => status === tooManyRequests).length }
}

/** Records all received requests, all charges and all errors in the simulator itself, for tests and the demo. */
export function createSimulatorLedger() {
  const requests: ReceivedRequest[] = []
  const charges: SimulatedCharge[] = []
  const bugs: string[] = []
  return {
    requests,
    charges,
    /** Stacks of errors in the simulator itself. */
    bugs,
    summary(): LedgerSummary {
      const byUser: LedgerSummary['byUser'] = {}
      for (const [user, ofUser] of Object.entries(
        Object.groupBy(requests, ({ userName }) => userName ?? '(unknown)'),
      )) {
        const byKey = Object.groupBy(ofUser ?? [], ({ keyLabel }) => keyLabel ?? '(unknown)')
        byUser[user] = {
          ...countRequests(ofUser ?? []),
          byKey: Object.fromEntries(Object.entries(byKey).map(([label, ofKey]) => [label, countRequests(ofKey ?? [])])),
        }
      }
      return { ...countRequests(requests), chargedYen: charges.reduce((sum, { yen }) => sum + yen, 0), byUser }
    },
    clear() {
      requests.length = 0
      charges.length = 0
      bugs.length = 0
    },
  }
}
export type SimulatorLedger = ReturnType<typeof createSimulatorLedger>
