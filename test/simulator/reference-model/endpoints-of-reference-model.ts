/** An operation of the model, written from the API description and not from the catalog. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path(ask: OperationRequest): string
  service: 'domain' | 'server' | null
  limit: 'domain' | 'server' | 'account'
  category?: string
  /** Needs `allow_signup`, the extra permission of its service. */
  isSignup?: boolean
  isPaid?: boolean
  on?: 'domain' | 'server'
}

export interface OperationRequest {
  op: OperationName
  /** A domain name or a server name. */
  target?: string
  recordId?: number | string
  body?: Record<string, unknown>
  query?: Record<string, string>
  /** Sends a body that is not valid JSON. */
  isMalformed?: boolean
  /** The idempotency key of a paid call; null or absent if the call sends none. */
  decision?: string | null
}

const ofDomain = (rest: string) => (ask: OperationRequest) => `/v1/domain/${ask.target}${rest}`
const ofServer = (rest: string) => (ask: OperationRequest) => `/v1/server/${ask.target}.simulator.example${rest}`
const domain = { service: 'domain', limit: 'domain' } as const
const server = { service: 'server', limit: 'server' } as const

export const operations = {
  me: { method: 'GET', path: () => '/v1/me', service: null, limit: 'account' },
  logs: { method: 'GET', path: () => '/v1/logs', service: null, limit: 'account' },
  list: { ...domain, method: 'GET', path: () => '/v1/domain', category: 'domain' },
  detail: { ...domain, method: 'GET', path: ofDomain(''), category: 'domain', on: 'domain' },
  nameservers: { ...domain, method: 'GET', path: ofDomain('/nameservers'), category: 'nameserver', on: 'domain' },
  setNameservers: { ...domain, method: 'PUT', path: ofDomain('/nameservers'), category: 'nameserver', on: 'domain' },
  dns: { ...domain, method: 'GET', path: ofDomain('/dns'), category: 'dns', on: 'domain' },
  addRecord: { ...domain, method: 'POST', path: ofDomain('/dns'), category: 'dns', on: 'domain' },
  changeRecord: {
    ...domain,
    method: 'PUT',
    path: (ask) => `${ofDomain('/dns')(ask)}/${ask.recordId}`,
    category: 'dns',
    on: 'domain',
  },
  deleteRecord: {
    ...domain,
    method: 'DELETE',
    path: (ask) => `${ofDomain('/dns')(ask)}/${ask.recordId}`,
    category: 'dns',
    on: 'domain',
  },
  whois: { ...domain, method: 'GET', path: ofDomain('/whois'), category: 'whois', on: 'domain' },
  setWhois: { ...domain, method: 'PUT', path: ofDomain('/whois'), category: 'whois', on: 'domain' },
  lock: { ...domain, method: 'GET', path: ofDomain('/registrar-lock'), category: 'registrar_lock', on: 'domain' },
  setLock: { ...domain, method: 'PUT', path: ofDomain('/registrar-lock'), category: 'registrar_lock', on: 'domain' },
  check: { ...domain, method: 'GET', path: () => '/v1/domain/check' },
  pricing: { ...domain, method: 'GET', path: () => '/v1/domain/pricing' },
  acquire: { ...domain, method: 'POST', path: () => '/v1/domain', category: 'domain', isPaid: true },
  transfer: { ...domain, method: 'POST', path: ofDomain('/transfer'), category: 'domain', isPaid: true },
  renew: { ...domain, method: 'POST', path: ofDomain('/renew'), category: 'domain', isPaid: true, on: 'domain' },
  plans: { ...server, method: 'GET', path: () => '/v1/server/plans', isSignup: true },
  order: { ...server, method: 'POST', path: () => '/v1/server', isSignup: true, isPaid: true },
  servers: { ...server, method: 'GET', path: () => '/v1/server' },
  signupStatus: { ...server, method: 'GET', path: ofServer('/signup-status'), isSignup: true, on: 'server' },
  memo: { ...server, method: 'GET', path: ofServer('/memo'), on: 'server' },
  setMemo: { ...server, method: 'PUT', path: ofServer('/memo'), on: 'server' },
} satisfies Record<string, Operation>
export type OperationName = keyof typeof operations

export const operationNames = Object.keys(operations) as OperationName[]
export const getModelOperation = (name: OperationName): Operation => operations[name]
