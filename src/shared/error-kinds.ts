/** What has to change before the same request can succeed. */
type ErrorCause =
  | 'input' // what the user typed, chose or confirmed
  | 'base_url' // the typed address of the service
  | 'stored_entry' // an entry that Banto stored was removed, changed or damaged
  | 'user_choice' // the user stopped it: cancelled, paused or offline
  | 'account' // a setting of the account in Banto
  | 'address' // the source IP address, which the service may have blocked
  | 'key' // one API key; the other keys of the account may work
  | 'network'
  | 'service'
  | 'journal' // the files of the orders
  | 'keychain' // all keys of all accounts
  | 'storage' // the database file, or the disk it is on
  | 'app' // Banto itself

/**
 * What the error says about a request to the service. Null: the error does not come from the transport or from a
 * response.
 */
type RequestState =
  | 'unsent' // the connection was not established
  | 'unanswered' // bytes were sent; no complete response arrived
  | 'unclear' // bytes were sent; what arrived does not say what the service did
  | 'answered' // the service's own response
  | null

type ErrorConsequence =
  /** The same call may succeed a moment later, so reads and repeatable writes are repeated. */
  | 'is_repeated'
  /** Every other call of the same run would fail too, so the run ends. */
  | 'ends_run'
  /** Concerns the moment, not the domain or server that was read: shown, but not stored with it. */
  | 'not_stored'
  /** Every other order of the account would meet the error, so all of them wait before the next attempt. */
  | 'delays_account'

interface ErrorKindRow {
  cause: ErrorCause
  request: RequestState
  consequences: readonly ErrorConsequence[]
}

/**
 * The kinds of errors, and what follows from each. One kind has one meaning. The renderer has one text per kind, in
 * both languages. The consequences of the status of a `service` error are in `api/error-predicates.ts`.
 */
const rows = {
  // the user's input or request
  /**
   * `details.issues`: InputIssue[] (`input-issues.ts`), or the same with a code of
   * `dns/record-rules/record-finding-codes.ts`.
   */
  invalid_input: { cause: 'input', request: null, consequences: [] },
  not_a_url: { cause: 'base_url', request: null, consequences: [] },
  /** http to anything but loopback. */
  insecure_url: { cause: 'base_url', request: null, consequences: [] },
  /** No such stored entry: account, key, domain … */
  not_found: { cause: 'stored_entry', request: null, consequences: ['ends_run'] },
  /** `details.accountId`, `details.accountLabel`, `details.keyId`. */
  key_exists: { cause: 'input', request: null, consequences: [] },
  /** Changed in the meantime; `details.expected`, `details.actual`. */
  conflict: { cause: 'stored_entry', request: null, consequences: [] },

  // Banto's own rules, before a call is sent
  /** The setup of the server is not complete, by the stored list. */
  server_setting_up: { cause: 'stored_entry', request: null, consequences: [] },
  /** The change to be undone is still being sent. */
  change_being_sent: { cause: 'stored_entry', request: null, consequences: [] },
  /** The account is read-only in Banto; `details.accountId`. */
  read_only: { cause: 'account', request: null, consequences: ['delays_account'] },
  /** `details.accountId`. */
  paused: { cause: 'user_choice', request: null, consequences: ['ends_run', 'not_stored', 'delays_account'] },
  /** The user chose to work offline. */
  offline: { cause: 'user_choice', request: null, consequences: ['ends_run', 'not_stored', 'delays_account'] },
  /** `details.accountId`, `details.reasons`: [{ keyId, reason }], `details.keyId`: the only key that was requested. */
  no_key: { cause: 'key', request: null, consequences: [] },
  /** A change that the console may send only after a confirmation of exactly this request. */
  unconfirmed: { cause: 'input', request: null, consequences: [] },
  /** Only a planned and confirmed order may call these endpoints. */
  paid_endpoint: { cause: 'input', request: null, consequences: [] },
  /** The source address is assumed blocked, or untested keys must wait. */
  address_guarded: { cause: 'address', request: null, consequences: ['ends_run', 'not_stored', 'delays_account'] },

  // the network
  /** No connection: nothing was sent. */
  no_network: { cause: 'network', request: 'unsent', consequences: ['is_repeated', 'delays_account'] },
  tls: { cause: 'network', request: 'unsent', consequences: ['delays_account'] },
  /**
   * The tunnel through the account's proxy was not opened, so nothing was sent; `details.proxy`, `details.reason`
   * (ProxyUnreachableReason), `details.proxyStatus`: the HTTP status of the proxy's answer, or null.
   */
  proxy_unreachable: { cause: 'network', request: 'unsent', consequences: ['is_repeated', 'delays_account'] },
  /**
   * The account's proxy refuses tunnels until the user changes the proxy or its settings; nothing was sent. Details as
   * for `proxy_unreachable`; `details.reason` is a ProxyRefusedReason.
   */
  proxy_refused: { cause: 'account', request: 'unsent', consequences: ['ends_run', 'delays_account'] },
  /** Bytes were sent; no complete response within the time limit. */
  timeout: { cause: 'network', request: 'unanswered', consequences: ['is_repeated', 'delays_account'] },
  /** Bytes were sent; the connection ended before a complete response. */
  cut_off: { cause: 'network', request: 'unanswered', consequences: ['is_repeated', 'delays_account'] },

  // the response
  /** The response was a redirect. The service sends no redirects, so the response is not from the service. */
  redirected: { cause: 'service', request: 'unclear', consequences: ['delays_account'] },
  too_large: { cause: 'service', request: 'unclear', consequences: [] },
  /** A response that the service would not give: HTML, damaged JSON, a status of success other than 200. */
  not_the_service: { cause: 'service', request: 'unclear', consequences: ['delays_account'] },
  /**
   * JSON, or no body, with another shape than the endpoint's. Who answered is not known. `details.issues`: where it
   * differs.
   */
  unknown_shape: { cause: 'service', request: 'unclear', consequences: ['delays_account'] },
  /** Code, status and serviceMessage come from the service; `details.errors`: its messages about a refused input. */
  service: { cause: 'service', request: 'answered', consequences: ['delays_account'] },
  /** A change that may have happened; details say how to check. */
  unsettled: { cause: 'service', request: 'unclear', consequences: [] },

  // orders
  /** Another decision about the same target is not settled; `details.target`, `details.intentId`. */
  open_intent: { cause: 'input', request: null, consequences: [] },
  /** Another Banto process uses the same profile; only that process may spend money. */
  journal_locked: { cause: 'journal', request: null, consequences: ['delays_account'] },
  /** The intents could not be read completely; `details.path`. */
  journal_damaged: { cause: 'journal', request: null, consequences: [] },

  // OpenAPI documents
  /**
   * An imported document could not be read this time; `details.code` (OpenapiDocumentRefusalCode) and the placeholders
   * of its text.
   */
  document_unusable: { cause: 'stored_entry', request: null, consequences: [] },

  // jobs
  /**
   * A job that is not ended needs the account or the domain: `details.jobId`, `details.target` (one of the domains),
   * `details.count`; `details.reason` `domain_in_job`: a change of a domain that the job has begun and not finished. An
   * item that waits for another job has this error without details.
   */
  open_job: { cause: 'input', request: null, consequences: [] },

  // the keychain
  keychain_unavailable: {
    cause: 'keychain',
    request: null,
    consequences: ['ends_run', 'not_stored', 'delays_account'],
  },
  /** The keychain is locked, or the keys were stored in another keychain. */
  keychain_locked: { cause: 'keychain', request: null, consequences: ['ends_run', 'not_stored', 'delays_account'] },
  /** No answer in time. */
  keychain_silent: { cause: 'keychain', request: null, consequences: ['ends_run', 'not_stored', 'delays_account'] },
  /** The keychain answers, but does not hold this key. */
  secret_missing: { cause: 'key', request: null, consequences: [] },
  /** The key was stored for another origin; `details.stored`, `details.asked`. */
  secret_origin_mismatch: { cause: 'key', request: null, consequences: [] },

  // the database file
  /** The file is missing or empty, but other files of the profile show that it existed; `details.path`. */
  database_missing: { cause: 'storage', request: null, consequences: ['ends_run', 'delays_account'] },
  /** The file belongs to another program; `details.path`. */
  database_foreign: { cause: 'storage', request: null, consequences: ['ends_run', 'delays_account'] },
  database_damaged: { cause: 'storage', request: null, consequences: ['ends_run', 'delays_account'] },
  database_newer: { cause: 'storage', request: null, consequences: ['ends_run', 'delays_account'] },
  database_read_only: { cause: 'storage', request: null, consequences: ['ends_run', 'delays_account'] },
  disk_full: { cause: 'storage', request: null, consequences: ['ends_run', 'delays_account'] },
  database_failed: { cause: 'storage', request: null, consequences: ['ends_run', 'delays_account'] },
  /** One stored row is damaged, or larger than Banto stores now; the other rows can be read. */
  unreadable_row: { cause: 'stored_entry', request: null, consequences: [] },

  // the app itself
  cancelled: { cause: 'user_choice', request: null, consequences: ['ends_run', 'not_stored'] },
  /**
   * `details.waitedMs`, `details.waitingFor`, `details.freeAt`. Thrown at once when the limit is known to last too
   * long.
   */
  waited_too_long: { cause: 'app', request: null, consequences: ['not_stored'] },
  /**
   * Is not thrown: why a job waits. `details.limit`: minute, day or demanded (by the service); `details.until`: epoch
   * milliseconds.
   */
  waits_for_limit: { cause: 'app', request: null, consequences: [] },
  unknown_command: { cause: 'app', request: null, consequences: [] },
  foreign_sender: { cause: 'app', request: null, consequences: [] },
  bug: { cause: 'app', request: null, consequences: [] },
} as const satisfies Record<string, ErrorKindRow>

export type ErrorKind = keyof typeof rows

/** The kinds of errors with this cause. */
export type ErrorKindsCausedBy<Cause extends ErrorCause> = {
  [K in ErrorKind]: (typeof rows)[K]['cause'] extends Cause ? K : never
}[ErrorKind]

export const errorKinds = Object.keys(rows) as [ErrorKind, ...ErrorKind[]]

const table: Readonly<Record<ErrorKind, ErrorKindRow>> = rows

/** An AppError, a WireError, or any other value with a kind of error. */
interface WithErrorKind {
  kind: ErrorKind
}

export function isErrorCausedBy({ kind }: WithErrorKind, cause: ErrorCause): boolean {
  return table[kind].cause === cause
}

export function hasErrorConsequence({ kind }: WithErrorKind, consequence: ErrorConsequence): boolean {
  return table[kind].consequences.includes(consequence)
}

/**
 * Returns what the error says about a request to the service. Null: the error does not come from the transport or from
 * a response.
 */
export function getRequestStateOfError({ kind }: WithErrorKind): RequestState {
  return table[kind].request
}

/** Kinds of errors after which no byte of the request was sent. */
export const errorKindsWithUnsentRequest: readonly ErrorKind[] = errorKinds.filter(
  (kind) => table[kind].request === 'unsent',
)
