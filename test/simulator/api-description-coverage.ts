import type { EndpointName } from '#shared/api/endpoints.ts'
import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'

/**
 * Which test holds the simulator to which row and which numbered rule of the API description.
 * A test is named by its file in this folder and its title; files with a slash stand one folder up. Where a row is one of several in
 * a test, `shows` is a piece of the test's source that must be there.
 */
export type TestReference = string | { test: string; shows: string }
export type TestsByRule = Record<string, readonly TestReference[]>

const shown = (test: string, shows: string): TestReference => ({ test, shows })

const contract = '/contract: %s: its request arrives as the catalog describes it, its answer is what the catalog says'
const paidContract = '/contract: %s: its request arrives with its idempotency key, its answer is what the catalog says, one charge is made'
const me = 'authentication: tells what it may do per service; permissions only when custom, each service its own extra permission'
const otherServices = 'authentication: for the services that only /v1/me knows tells sites and contract ids as they are'
const legacy = 'authentication: of one legacy server carries the deprecated fields'
const customKey = 'authentication: a custom key with %s %s: %s %s answers %s'
const selectedDomains = 'domain: a key for selected domains lists only those and gets 403 for the others'
const logEntries = 'logs: has the key’s own entries of 90 days, newest first'
const logFilters = 'logs: filtered by %s'
const query = 'fields: %s: %s is taken inside its bounds and refused outside them'
const body = 'fields: %s is taken inside its bounds and refused outside them, by the field’s name'
const plans = 'server: plans are filtered by id and each period tells its regular price'
const contracts = 'server: are listed with their status, expiry (null while the setup is pending), renewal and memo'
const memo = 'server: the memo is written, deleted by an empty one, and takes no emoji'
const signupStatus = 'server: the signup status has five fields'
const information = 'server: information has at least the named fields'
const serverDomains = 'server: domains are added, counted and reset; SSL fails where the name servers are elsewhere'
const sites = 'server: subdomains and WordPress stand on domains of the server'
const wordpressLeaves = 'server: a WordPress deleted with %j leaves %j, and nothing of another one is touched'
const hostName = 'server: the host name stands under another name in another world, as the description names none'
const phoneForm = 'domain: takes a phone number as +81. and digits only'
const databases = 'server: databases have users with rights'
const ssh = 'server: SSH is switched; a generated private key is shown once'
const list = 'domain: lists every domain of the user with Punycode, expiry, status and the decoded name or null'
const wholeList = 'domain: the list is whole without any parameter, and one that is not known changes nothing'
const detail = 'domain: gives the detail with EPP statuses, and the decoded name of Japanese domains only'
const nameservers = 'domain: are read and replaced as a whole, for active domains only'
const added = 'domain: are added with the default TTL and priority and a new id'
const changed = 'domain: are changed only in what is sent'
const addresses = 'domain: hold an address in A and AAAA also after a change of the type or the content alone'
const priorityZero = 'domain: hold priority 0 unless they are MX or SRV, whatever is sent'
const anyOther = 'domain: are taken where the description names no check: beside a CNAME, at the apex, with an address for a target'
const deleted = 'domain: are deleted once; an unknown id, another zone’s id and no number at all are 404'
const whois = 'domain: is read with all 13 fields and its flags'
const whoisChange = 'domain: needs privacy or fields; what is left out stays'
const whoisRefusals = 'domain: with %j on %s a change answers %s'
const whoisFields = '/catalog: Whois needs privacy or fields; public Whois needs 13 keys, nine of them filled, in Latin letters'
const lock = 'domain: is set and cleared, and shows among the EPP statuses'
const lockRefusals = 'domain: cannot be cleared where that needs a cancellation, nor changed during a registrar switch'
const lockWarning = 'domain: with its warning, once set, it stays'
const migration = 'domain: and Whois are free again by themselves when the registrar switch is over'
const reasons = 'domain: %s has reason %s'
const prices = 'domain: prices are filtered by TLDs, with or without a dot'
const nullPrices = 'domain: a TLD that cannot be transferred or renewed through the API has null for its price'
const acquired = 'paid: charges the price of all years once and gives the domain without auto-renewal'
const held = 'paid: may be held: pending without an expiry, active when the hold is over'
const acquireRefusals = 'paid: %j with %j answers %s and takes no money'
const transferred = 'paid: charges a year and extends the expiry by one on completion'
const transferFailed = 'paid: that fails asks for a new application, which is possible'
const transferRefusals = 'paid: of %s with %j answers %s, in a dry run too'
const renewed = 'paid: moves the expiry by the years paid for and says from where'
const renewRefusals = 'paid: of %s with %j answers %s'
const ordered = 'paid: charges at once and is set up after a time'
const orderedAtOnce = 'paid: whose setup is over at once answers active, with its expiry'
const orderRefusals = 'paid: %j with %j answers %s'
const partner = 'paid: takes a partner code, and switches automatic renewal off when asked'
const replay1 = 'paid: 1: a paid call needs a proper idempotency key unless it is a dry run'
const replay2 = 'paid: 2: the same key and content gives the first answer for 48 hours without a second charge'
const replay3 = 'paid: 3: the same key with other content is 422'
const replay4 = 'paid: 4: after a 4xx the key may be sent again with corrected content'
const replay5 = 'paid: 5: after a 5xx %s execution the key is 409 for 48 hours'
const replay6 = 'paid: 6: while the first is in progress the key is 409, afterwards it gives the stored answer'
const faultCodes = 'errors: that comes from behind the service, %s, is asked for as a fault with status %i'
const fiveHeaders = 'limits: each answer carries the five headers, a refusal also whole seconds to wait'
const perUser = 'limits: is one for all keys of a user, and each user has an own one'
const keyPattern = 'fields: an idempotency key has 8 to 64 letters, digits, hyphens and underscores, also where it is not needed'

export const testsByEndpoint: Record<EndpointName, readonly TestReference[]> = {
  'account.me': [contract, me],
  'account.logs': [contract, logEntries],
  'server.plans': [contract, plans],
  'server.order': [paidContract, ordered],
  'server.list': [contract, contracts],
  'server.signupStatus': [contract, signupStatus],
  'server.memo': [contract, memo],
  'server.setMemo': [contract, memo],
  'hosting.info': [contract, information, hostName],
  'hosting.usage': [contract, shown(serverDomains, 'server-info/usage')],
  'hosting.domains': [contract, shown(serverDomains, '${base}/domain`')],
  'hosting.domain': [contract, shown(serverDomains, '/domain/example.com')],
  'hosting.addDomain': [contract, shown(serverDomains, "'POST', `${base}/domain`")],
  'hosting.resetDomain': [contract, shown(serverDomains, '/reset')],
  'hosting.subdomains': [contract, shown(sites, 'get(`${base}/subdomain`')],
  'hosting.addSubdomain': [contract, shown(sites, "'POST', `${base}/subdomain`")],
  'hosting.wordpress': [contract, shown(sites, '/wp?domain=')],
  'hosting.installWordpress': [contract, shown(sites, "'POST', `${base}/wp`")],
  'hosting.deleteWordpress': [contract, shown(sites, "'DELETE'"), wordpressLeaves, 'fields: a DELETE takes a body as JSON, and needs none'],
  'hosting.addDatabase': [contract, databases],
  'hosting.addDatabaseUser': [contract, shown(databases, '/db/user')],
  'hosting.grantDatabase': [contract, shown(databases, '/grant')],
  'hosting.ssh': [contract, shown(ssh, 'get(`${base}/ssh`')],
  'hosting.setSsh': [contract, shown(ssh, "'PUT', `${base}/ssh`")],
  'hosting.sshKeys': [contract, shown(ssh, 'get(`${base}/ssh/key`')],
  'hosting.addSshKey': [contract, shown(ssh, "'POST', `${base}/ssh/key`")],
  'hosting.deleteSshKey': [contract, shown(ssh, "'DELETE'")],
  'hosting.errorLog': [contract, shown(serverDomains, '/error-log?')],
  'hosting.clearCache': [contract, shown(serverDomains, '/server-cache/')],
  'domain.list': [contract, list, wholeList],
  'domain.detail': [contract, detail],
  'domain.nameservers': [contract, nameservers],
  'domain.setNameservers': [contract, nameservers],
  'domain.dns': [contract, added, 'domain: a zone that is not editable is not operable: 404'],
  'domain.addRecord': [contract, added, 'domain: the same record added twice is there twice: adding has no idempotency'],
  'domain.changeRecord': [contract, changed],
  'domain.deleteRecord': [contract, deleted],
  'domain.whois': [contract, whois],
  'domain.setWhois': [contract, whoisChange],
  'domain.lock': [contract, lock],
  'domain.setLock': [contract, lock],
  'domain.check': [contract, reasons],
  'domain.pricing': [contract, prices],
  'domain.acquire': [paidContract, acquired],
  'domain.transfer': [paidContract, transferred],
  'domain.renew': [paidContract, renewed],
}

const badBody = 'bad-input: with %s for a body is 400'
const noKey = 'authentication: is needed: without one, with an unknown one and with another scheme the answer is 401'
const unknownPath = 'bad-input: to an unknown path is 404, with a wrong method 405 and what is allowed'

export const testByErrorCode: Record<ProviderErrorCode, TestReference> = {
  BAD_REQUEST: badBody,
  UNAUTHORIZED: noKey,
  PAYMENT_REQUIRED: acquireRefusals,
  FORBIDDEN: 'authentication: acquiring and ordering are not for keys of selected targets',
  NOT_FOUND: unknownPath,
  DOMAIN_NOT_FOUND: 'domain: answers 404 for a domain that does not exist and for another user’s',
  RECORD_NOT_FOUND: deleted,
  USER_NOT_FOUND: faultCodes,
  METHOD_NOT_ALLOWED: unknownPath,
  DOMAIN_NOT_ACTIVE: nameservers,
  MIGRATION_LOCKED: whoisRefusals,
  WHOIS_NOT_EDITABLE: whoisRefusals,
  MAIL_VALIDATION_REQUIRED: whoisRefusals,
  UNLOCK_BLOCKED: lockRefusals,
  EXPIRY_MISMATCH: renewRefusals,
  DUPLICATE_REQUEST: replay5,
  DUPLICATE_OPERATION: 'paid: ends in its time though nobody looks: then another may begin',
  DOMAIN_CONFLICT: acquireRefusals,
  REGISTRAR_REJECTED: transferRefusals,
  SERVER_ID_TAKEN: orderRefusals,
  VALIDATION_ERROR: 'bad-input: lists everything that is wrong in an error of the service’s shape',
  PRICE_MISMATCH: acquireRefusals,
  PLAN_NOT_AVAILABLE: orderRefusals,
  PREMIUM_NOT_SUPPORTED: acquireRefusals,
  UNSUPPORTED_TLD_FOR_API: transferRefusals,
  CREDIT_CARD_REQUIRED: acquireRefusals,
  FREE_CAMPAIGN_NOT_AVAILABLE: acquireRefusals,
  RATE_LIMIT_EXCEEDED: perUser,
  INTERNAL_ERROR: faultCodes,
  REGISTRAR_ERROR: faultCodes,
  BACKEND_ERROR: faultCodes,
  REGISTRAR_UNAVAILABLE: faultCodes,
  OPERATION_ERROR: faultCodes,
}

const serverEnd = 'server: are listed with their status, expiry (null while the setup is pending), renewal and memo'
const readOnly = 'authentication: a read-only key reads and writes nothing; availability and prices still work, acquiring does not'
const extra = 'authentication: paid calls need their extra permission beside the category, and a dry run needs it too'

/** Everything else: the numbered rules and the rows of the tables, section by section. */
export const testsBySection = {
  idempotency: {
    '1: needed unless it is a dry run': [replay1, keyPattern],
    '2: same content within 48 hours gives the first answer': [replay2, 'paid: 2: the order of fields and a default written out are the same content', 'paid: a lost answer was executed: the same key brings it back'],
    '3: other content is refused': [replay3],
    '4: a 4xx frees the key': [replay4],
    '5: a 5xx burns the key for 48 hours': [replay5, 'paid: 5: a 5xx burns the key of a call that was %s', 'paid: 5: a 5xx instead of the stored answer burns the key too; one on a dry run does not', 'paid: 5: after 48 hours a burnt key is new'],
    '6: in progress it is a duplicate, then the stored answer': [replay6, 'paid: in progress the key is a duplicate whatever the setting'],
  },
  authentication: {
    '1: bearer on every request': [noKey],
    '2: keys belong to a user': ['authentication: of a user sees that user’s domains and servers only'],
    '3: full, read, custom by category': [customKey, readOnly],
    '4: all targets or selected ones': [selectedDomains, 'authentication: a key for selected servers lists only those; another own server is 403, an unknown one 404', 'authentication: acquiring and ordering are not for keys of selected targets', 'authentication: a key for selected domains transfers and renews only those'],
    '5: allow_acquisition beside the category': [extra, readOnly],
    '6: allow_signup for orders': [extra, 'paid: needs a key that may sign up, which stays so whatever the balance'],
    '7: IP restriction': ['authentication: with an IP restriction answers 403 to other addresses'],
    '8: expiry': ['authentication: works until its expiry in Japan time and is 401 from then on'],
    '9: address block before credentials': ['authentication: is blocked for good keys too, with 429 and no rate headers, until the block ends', 'authentication: is not blocked by failures that lie far apart', 'logs: has nothing of what could be tied to no key: unknown keys, and all that came under an address block'],
    '10: read or write scope': [readOnly, '/catalog: asks the read permission for GET and the write permission for everything else'],
  },
  versioning: {
    '1: prefix /v1': ['/catalog: starts every path with /v1', shown(unknownPath, '/v2/me')],
    '2: change history, contents unknown': ['/catalog: keeps what an answer holds beyond what is known'],
    '3: the list is whole without parameters': [wholeList],
    '4: deprecated fields for legacy keys only': [legacy],
  },
  'server states': {
    'order to active': [orderedAtOnce],
    'order to setup_pending': [ordered],
    'setup_pending to active': [ordered, serverEnd],
    'suspended is reported': [shown(serverEnd, 'suspended')],
  },
  'domain states': {
    'acquisition to active': [acquired],
    'acquisition to pending_create': [held],
    'pending_create to active': [held, 'domain: an acquisition and a transfer come to their end in their time, well or badly'],
    'transfer to transferring': [transferred],
    'transferring to active': [transferred],
    'transferring to transfer_action_required': [transferFailed],
    'renewal of active': [renewed],
    'one procedure per domain': ['paid: ends in its time though nobody looks: then another may begin', 'paid: is one over all users: what another is transferring in cannot be asked for', replay6],
    'lock toggles': [lock, lockRefusals, migration],
  },
  limits: {
    'domain requests per minute': ['limits: is 60 for the domain API when the world says nothing else', perUser],
    'domain requests per day': ['limits: is 10,000 for the domain API, beside 60 a minute and 5 at once, when the world says nothing else', 'limits: is one for all keys of a user too', 'limits: holds when the minute has room, and says how long'],
    'domain concurrent requests': ['limits: refuses the call that is one too many, and only while the others run', 'limits: a hanging request holds its place until its connection ends'],
    'log retention': ['logs: loses entries after 90 days of its clock'],
    'log limit': [shown(query, "'limit', ['1', '500'], ['0', '501'"), logEntries],
    'idempotency key': [keyPattern, replay2],
    'order period': [shown(body, "['period', [12], [none, 0, 61"), '/catalog: %s keeps the bounds of %s'],
    server_id: [shown(body, "['server_id'")],
    plan_id: [shown(body, "['plan_id'")],
    partner_code: [shown(body, "['partner_code'")],
    memo: [shown(body, "'あ'.repeat(501)"), memo],
    'balance for signup': ['paid: needs a key that may sign up, which stays so whatever the balance'],
    'name servers of a domain': [shown(body, 'hosts(14), [host(254)]')],
    'name servers at acquisition': [shown(body, '[hosts(7), [host(256)]')],
    years: [shown(body, "['years', [1], [none, 0, 6"), acquireRefusals],
    'DNS bounds': [body, 'domain: %j is refused with 422 that names the field', '/catalog: a record’s %s keeps its bounds, added or changed'],
    auth_code: [shown(body, "['auth_code'")],
    'domain_name in check': [shown(query, "'x'.repeat(256)"), 'domain: check needs a name of at most 255 characters'],
    'rate headers': [fiveHeaders],
    'Retry-After': [fiveHeaders, 'limits: holds when the minute has room, and says how long'],
    'server limits have other numbers': ['limits: each class of endpoints has its own'],
  },
  conventions: {
    'times in Japan time': ['logs: takes in each call of the key as it is answered, refused ones too, without its query'],
    'whole yen': [acquired],
    'Punycode in and out': [list, shown(acquireRefusals, '例え.com')],
    'path parameters are encoded': ['/contract: a parameter with blanks, slashes, an at sign and Japanese in it arrives as one piece of the path', 'bad-input: escapes in a path are read once'],
    'DELETE with a body': ['fields: a DELETE takes a body as JSON, and needs none'],
    'shape of errors': ['bad-input: lists everything that is wrong in an error of the service’s shape'],
    'success is 200': ['errors: is the only thing that is not 200: everything that succeeds answers 200, paid calls too'],
    'paid calls are synchronous': [acquired, transferred, renewed],
  },
  'key information': {
    expires_at: ['authentication: works until its expiry in Japan time and is 401 from then on'],
    services: [me, 'authentication: states services for keys with a custom permission only, in a world that reads the description so'],
    permission_type: [me],
    target_mode: [me],
    targets: [me, 'authentication: for all targets lists none, whatever the world file has'],
    permissions: [me],
    allow_signup: [me, otherServices],
    allow_acquisition: [me, shown(otherServices, 'allow_acquisition')],
    site_target_mode: [otherServices],
    sites: [otherServices],
    service_type: [legacy],
    servername: [legacy],
    'permission_type (deprecated)': [legacy],
  },
  'log entry': Object.fromEntries(['method', 'path', 'status_code', 'response_time_ms', 'ip_address', 'created_at'].map((field) => [field, [shown(logEntries, field)]])),
  'log query': {
    from: [shown(query, "'from'"), logFilters],
    to: [shown(query, "'to'"), logFilters],
    status_class: [shown(logFilters, 'status_class=error')],
    status_code: [shown(logFilters, 'status_code=404')],
    method: [shown(logFilters, 'method=GET')],
    limit: [shown(query, "'limit'")],
    cursor: ['logs: a cursor stays right while new entries arrive: every entry once, in order, whatever the page size', shown(query, "'cursor'")],
  },
  plan: {
    plan_id: [plans],
    plan_name: [contract],
    'periods.months': [contract],
    'periods.total_price': [shown(plans, 'total_price')],
    'periods.regular_total_price': [shown(plans, 'regular_total_price')],
    'periods.campaign_applied': [shown(plans, 'campaign_applied')],
    currency: [contract],
  },
  'server contract': {
    servername: [contracts, signupStatus],
    server_id: [contracts, signupStatus],
    plan_id: [contracts, signupStatus],
    plan_name: [shown(contracts, 'plan_name')],
    period: [shown(ordered, 'period: 12')],
    status: [contracts, ordered],
    expiry_date: [contracts, ordered],
    auto_renew: [contracts, partner],
    memo: [contracts, memo],
  },
  'server information': Object.fromEntries(['ip_address', 'name_servers', 'php_versions', 'db_versions', 'domain_validation_token'].map((field) => [field, [shown(information, field)]])),
  'order input': {
    'Idempotency-Key': [keyPattern, 'paid: a dry run may carry an idempotency key, which it does not use up'],
    plan_id: [shown(body, "['plan_id'"), orderRefusals],
    period: [shown(body, "['period'"), orderRefusals],
    server_id: [shown(body, "['server_id'"), 'paid: makes up an id that nobody has when none is asked for'],
    expected_total_price: [shown(orderRefusals, 'PRICE_MISMATCH')],
    agree_to_terms: [shown(orderRefusals, 'agree_to_terms')],
    partner_code: [partner],
    auto_renew: [partner],
    dry_run: ['paid: a dry run may carry an idempotency key, which it does not use up'],
    'no free trial': ['paid: is for a full contract from the first day: the expiry counts from the order'],
    'replay, unknown': ['paid: with the setting %s the same key again answers %s', 'paid: an execute that is refused takes nothing from what the key remembers'],
  },
  domain: {
    domain_name: [list, detail],
    expiry_date: [list, held],
    status: [list],
    auto_renew: [detail],
    epp_statuses: [detail, shown(held, 'pendingCreate'), shown(transferred, 'pendingTransfer')],
    decoded_domain: [list, detail],
    'one entry per name': [shown('world: %j is wrong, by its path', "users: [{ name: 'a' }, { name: 'a' }]")],
  },
  'DNS record': {
    id: [added, deleted],
    type: [body, shown('domain: %j is refused with 422 that names the field', "type: 'SOA'")],
    host: [shown('domain: %j is refused with 422 that names the field', "'host'")],
    content: [shown('domain: %j is refused with 422 that names the field', "'content'"), addresses, anyOther],
    ttl: [added, shown('domain: %j is refused with 422 that names the field', "'ttl'")],
    priority: [added, priorityZero, shown('domain: %j is refused with 422 that names the field', "'priority'")],
  },
  whois: {
    domain_name: [whois],
    whois_privacy: [whois, whoisChange],
    is_whois_privacy_available: [shown(whoisRefusals, 'is_whois_privacy_available'), whois],
    locked_by_migration: [shown(whoisRefusals, 'MIGRATION_LOCKED'), migration],
    fields: [whoisFields, whoisChange, phoneForm],
    mail_validation_required: [shown(whoisRefusals, 'MAIL_VALIDATION_REQUIRED')],
    'active domains that support it': ['domain: and Whois are for active domains only', shown(whoisRefusals, 'example.co.jp')],
  },
  'registrar lock': {
    domain_name: [lock],
    locked: [lock],
    locked_by_migration: [lockRefusals, migration],
    unlock_blocked: [lockRefusals],
    warn_on_lock: [lockWarning],
    'active domains only': ['domain: and Whois are for active domains only'],
  },
  availability: {
    available: [reasons],
    'registered, with reference prices': [shown(reasons, "['taken.com', 'registered', true]")],
    unsupported_tld: [shown(reasons, 'unsupported_tld')],
    invalid_name: [shown(reasons, "['例え.com', 'invalid_name', false]")],
    external_conflict: [shown(reasons, 'external_conflict')],
    premium: [shown(reasons, "'premium'")],
    reason_message: [shown(reasons, 'reason_message')],
    prices: [reasons, nullPrices],
    'targets are ignored': [shown(selectedDomains, '/check?domain_name=')],
    'price list by TLD': [prices],
  },
  'acquisition input': {
    domain_name: [shown(body, "['domain_name', ['free.com', 'xn--r8jz45g.com']")],
    years: [shown(acquireRefusals, "years: 2, expected_total_price: 4400")],
    nameservers: [acquired, 'paid: gives the service’s name servers when none are named'],
    expected_total_price: [shown(acquireRefusals, 'PRICE_MISMATCH')],
    agree_to_terms: [shown(acquireRefusals, 'agree_to_terms')],
    dry_run: ['paid: a dry run names the price, needs no idempotency key and changes nothing'],
    'no attribute-type JP': [shown(acquireRefusals, 'free.co.jp')],
    'Whois defaults': [shown(acquireRefusals, 'whois_defaults'), 'paid: takes the Whois data from the registered defaults, with privacy'],
    'free campaign': ['paid: a first free year is given once', shown(acquireRefusals, 'CREDIT_CARD_REQUIRED')],
    'no refund': ['paid: gives no money back when it fails or stays pending'],
  },
  'transfer input': {
    auth_code: ['paid: with the check at %s: a dry run answers %s, the request %s, and the domain comes to %s'],
    expected_total_price: [shown(transferRefusals, 'PRICE_MISMATCH')],
    agree_to_terms: [body],
    dry_run: [transferRefusals],
    '60 days': [shown(transferRefusals, 'young.com')],
    'lock state': [shown(transferRefusals, 'locked.com')],
    'no JP': [shown(transferRefusals, 'theirs.jp')],
    'no premium': [shown(transferRefusals, 'gold.com')],
  },
  'renewal input': {
    years: [shown(renewRefusals, 'years: 6')],
    current_expiry_date: [shown(renewRefusals, 'EXPIRY_MISMATCH')],
    expected_total_price: [shown(renewRefusals, 'PRICE_MISMATCH')],
    dry_run: [shown(replay1, 'dry_run: true')],
    'active only': [shown(renewRefusals, 'DOMAIN_NOT_ACTIVE')],
    'renewed and previous_expiry_date': [shown(renewed, 'previous_expiry_date')],
  },
  'bad input': {
    'malformed JSON': [badBody],
    'invalid UTF-8': [shown(badBody, 'bytes that are not UTF-8')],
    'duplicate keys': [shown(badBody, 'a key twice'), 'bad-input: the same key in two objects of a body is fine'],
    'content type': ['bad-input: with another content type is 400'],
    'unknown path, wrong method': [unknownPath],
    'fields with errors': ['bad-input: lists everything that is wrong in an error of the service’s shape', body, query],
    'unknown fields, body on GET': ['bad-input: with unknown fields, or a body on a GET, is served as if they were not there'],
    'oversized body': ['bad-input: with more bytes than any call needs is cut off, and the simulator serves on'],
    'never a crash or a stack': ['fuzz: with values of any kind in the known fields of any endpoint, and unknown fields beside them', 'fuzz: with any bytes for a body, or any text', 'fuzz: with any path, method and query', 'fuzz: with %s nested a hundred thousand deep', 'fuzz: with a string of half a million %s', 'fuzz: with bytes that are no HTTP, the simulator serves on'],
  },
} satisfies Record<string, TestsByRule>
