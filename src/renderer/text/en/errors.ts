import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import type { ErrorKind } from '#shared/error-kinds.ts'
import type { InputIssueCode } from '#shared/input-issues.ts'
import type { ProxyRefusedReason, ProxyUnreachableReason } from '#shared/proxy-failure-reasons.ts'

interface ErrorText {
  title: string
  remedy: string
}

/** One text per kind: what happened, and what the user can do. */
const kinds = {
  invalid_input: { title: 'Invalid input', remedy: 'Correct the input and try again.' },
  not_a_url: {
    title: 'Not a valid URL',
    remedy: 'Enter the base URL from the service’s documentation, starting with https://.',
  },
  insecure_url: {
    title: 'This URL is not encrypted',
    remedy:
      'Use a URL that starts with https://. With http:// others could read the key, so http:// is accepted for this computer only.',
  },
  not_found: {
    title: 'Not found in Banto',
    remedy: 'The item was removed, or has not been read yet. Sync the account, or go back to the list.',
  },
  key_exists: {
    title: 'This key is already registered',
    remedy: 'Each key can be registered once. Open the account with this key, or enter another key.',
  },
  conflict: {
    title: 'Changed in the meantime',
    remedy: 'Nothing was sent. Check the current state, then decide again.',
  },
  change_being_sent: {
    title: 'The change is still being sent',
    remedy: 'Nothing was planned. Undo the change when its result is known.',
  },
  server_setting_up: {
    title: 'The setup of the server is not complete',
    remedy: 'Nothing was sent. Sync the account after the setup, then start again.',
  },
  read_only: {
    title: 'This account is read-only in Banto',
    remedy: 'To make changes, turn off “Read-only” on the account page.',
  },
  paused: { title: 'This account is paused', remedy: 'Resume the account on the account page.' },
  offline: {
    title: 'Working offline',
    remedy: 'Go online to read from the service or to make changes. Stored data can be viewed.',
  },
  no_key: {
    title: 'No key of this account can do this',
    remedy:
      'Add a key with the permission and the target, replace or test the keys that cannot be used, or change the permissions or targets of a key in the service’s panel and test the key again.',
  },
  unconfirmed: {
    title: 'Not confirmed',
    remedy: 'Nothing was sent. A request that changes something is sent after you confirm it.',
  },
  paid_endpoint: { title: 'This operation costs money', remedy: 'Paid operations are sent only as confirmed orders.' },
  address_guarded: {
    title: 'Calls are on hold, to prevent a block of the IP address',
    remedy:
      'The service blocks an IP address after repeated authentication errors. Check the keys that were not accepted, then resume.',
  },
  no_network: {
    title: 'Cannot connect to the service',
    remedy: 'This call was not sent. Check the network, the proxy and the URL, then try again.',
  },
  tls: {
    title: 'No secure connection',
    remedy:
      'The server has no trusted certificate or does not offer HTTPS. Check the URL and the computer’s clock. Behind a company proxy, install the certificate of the proxy in the system.',
  },
  proxy_unreachable: {
    title: 'The proxy of the account could not be used',
    remedy: '{unsent} Check the proxy, then try again.',
  },
  proxy_refused: {
    title: 'The proxy of the account refused the connection',
    remedy: '{unsent} Check the proxy {where}.',
  },
  timeout: {
    title: 'The service did not respond in time',
    remedy: 'Try again later. If the problem persists, check the network.',
  },
  cut_off: {
    title: 'The connection was interrupted',
    remedy: 'No complete response arrived. Try again. If the problem persists, check the network or the proxy.',
  },
  redirected: {
    title: 'The URL redirects to another address',
    remedy: 'The service does not redirect, and keys are never sent to another address. Correct the base URL.',
  },
  too_large: {
    title: 'The response is too large',
    remedy: 'The response was not read completely. Check the base URL.',
  },
  not_the_service: {
    title: 'Unexpected response',
    remedy:
      'Something other than the service may have responded, for example a web page or a network login screen. Check the base URL and the network.',
  },
  unknown_shape: {
    title: 'The response has an unknown form',
    remedy:
      'The service, or something else at this address, responded in a form that Banto does not know. If other calls succeed, check for an update of Banto. Otherwise check the base URL and the network.',
  },
  service: { title: 'The service rejected the request', remedy: 'See the service’s code and message.' },
  unsettled: {
    title: 'Outcome unknown',
    remedy: 'No response confirmed whether the change was made. Check the present state before you repeat the change.',
  },
  open_intent: {
    title: 'Another order for this is still open',
    remedy: 'Record the outcome of that order or cancel it first, under Orders.',
  },
  document_unusable: {
    title: 'The OpenAPI document could not be used',
    remedy: 'Try again. If it fails again, import a smaller document.',
  },
  open_job: {
    title: 'A job has not ended',
    remedy:
      'A job that runs, waits or is paused needs this account or domain. See its state under Activity, in Jobs. Wait until it has ended, or cancel it first.',
  },
  journal_locked: {
    title: 'Another Banto is using this profile',
    remedy: 'Only one Banto at a time can place orders from a profile. Close the other Banto, then restart this one.',
  },
  journal_damaged: {
    title: 'The order records are damaged',
    remedy:
      'No order is sent until the records are restored. Restart Banto: it restores what is intact in the second copy.',
  },
  keychain_unavailable: {
    title: 'No keychain found',
    remedy: 'Keys are stored only in the system keychain. Install or start a keychain, then check again.',
  },
  keychain_locked: {
    title: 'The keychain is locked',
    remedy:
      'Unlock the keychain, then check again. Stored data was not lost. If it is not the keychain that the keys were stored in, enter the keys again.',
  },
  keychain_silent: {
    title: 'The keychain is not responding',
    remedy: 'A password prompt may be hidden behind other windows. Enter the password, then check again.',
  },
  secret_missing: {
    title: 'The key is not in the keychain',
    remedy: 'Enter the key again with “Replace”, or remove the key.',
  },
  secret_origin_mismatch: {
    title: 'The key belongs to another address',
    remedy:
      'Nothing was sent. The key was entered for {stored}, but the account’s address is now {asked}. Restore the database file from a backup. If the new address is right, enter the key again with “Replace”.',
  },
  database_missing: {
    title: 'The database file is missing or empty',
    remedy:
      'This profile was used before. Restore the file from a backup, then try again, or start with an empty database.',
  },
  database_foreign: {
    title: 'The database file belongs to another program',
    remedy:
      'The file was not changed. Restore Banto’s file from a backup, then try again, or move this file aside and start with an empty database.',
  },
  database_damaged: {
    title: 'The database file is damaged',
    remedy: 'Try again, or move the file aside and start with an empty database. Data at the service is not affected.',
  },
  database_newer: {
    title: 'The database was created by a newer version',
    remedy: 'Update Banto. The file was not changed.',
  },
  database_read_only: {
    title: 'The database is not writable',
    remedy: 'Allow writing to the profile folder, then try again.',
  },
  disk_full: { title: 'The disk is full', remedy: 'Free some space, then try again. Stored data was not lost.' },
  database_failed: {
    title: 'The database operation failed',
    remedy: 'Try again. If the problem persists, restart Banto.',
  },
  unreadable_row: {
    title: 'Stored data cannot be read',
    remedy: 'If the data comes from the service, read it again. Other stored data is not affected.',
  },
  cancelled: { title: 'Cancelled', remedy: 'Nothing more was sent.' },
  waited_too_long: {
    title: 'No slot for the call became free in time',
    remedy:
      'The call was not sent, because the quota of the account is busy. Wait, or cancel a sync or job of the account that is running, then try again.',
  },
  waits_for_limit: { title: 'Waiting for a limit of the account', remedy: 'The calls go on by themselves.' },
  unknown_command: {
    title: 'A function of Banto is not available',
    remedy: 'Restart Banto. If the problem persists, reinstall Banto.',
  },
  foreign_sender: { title: 'A request from an unknown window was blocked', remedy: 'Restart Banto.' },
  bug: { title: 'Error in Banto', remedy: 'Restart Banto. If the problem persists, report the text shown here.' },
} satisfies Record<ErrorKind, ErrorText>

/**
 * Codes without a text of their own, because they say no more than their HTTP status. `service` below has these texts.
 */
type CodeWithStatusText =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'RECORD_NOT_FOUND'
  | 'VALIDATION_ERROR'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'REGISTRAR_ERROR'
  | 'BACKEND_ERROR'
  | 'REGISTRAR_UNAVAILABLE'

/** The texts of all other codes of the service. */
const codes = {
  DOMAIN_NOT_FOUND: {
    title: 'The service has no such domain, or it cannot be operated',
    remedy:
      'The domain may have been deleted, may belong to another user, or may not allow this operation, for example DNS with name servers of another provider. Check it in the service’s panel.',
  },
  PAYMENT_REQUIRED: {
    title: 'Insufficient prepaid balance',
    remedy: 'Add funds in the service’s panel, then check the price again.',
  },
  PRICE_MISMATCH: { title: 'The price has changed', remedy: 'Check the price again, then decide.' },
  SERVER_ID_TAKEN: { title: 'This server ID is already in use', remedy: 'Choose another ID and check again.' },
  PLAN_NOT_AVAILABLE: {
    title: 'The plan is not available',
    remedy: 'Read the plans again, then choose another plan or period.',
  },
  CREDIT_CARD_REQUIRED: {
    title: 'The free campaign requires a credit card',
    remedy: 'Register a credit card in the service’s panel, then check again.',
  },
  FREE_CAMPAIGN_NOT_AVAILABLE: {
    title: 'The free campaign is not available',
    remedy:
      'The conditions are not met: first use only, and once per credit card. Choose another TLD, or check the service’s panel.',
  },
  PREMIUM_NOT_SUPPORTED: { title: 'Premium domain', remedy: 'Premium domains cannot be acquired through the API.' },
  UNSUPPORTED_TLD_FOR_API: {
    title: 'TLD not supported for this operation',
    remedy:
      'JP and attribute-type JP domains cannot be transferred through the API, and some TLDs cannot be acquired. Use the service’s panel.',
  },
  REGISTRAR_REJECTED: {
    title: 'Rejected by the registrar',
    remedy:
      'Sending the same request again does not help. Check the reason. For a transfer, check the lock, the auth code and the 60 days since the last registration or transfer.',
  },
  DUPLICATE_OPERATION: {
    title: 'Another procedure is in progress for this domain',
    remedy: 'Wait until the procedure has finished, then check the domain again.',
  },
  DOMAIN_CONFLICT: {
    title: 'The state of the domain cannot be determined',
    remedy: 'Check the domain in the service’s panel, or contact the service’s support.',
  },
  EXPIRY_MISMATCH: {
    title: 'The expiry date has changed',
    remedy: 'The domain may have been renewed already. Read it again, then decide.',
  },
  DOMAIN_NOT_ACTIVE: {
    title: 'The domain is not active',
    remedy:
      'Renewal, name servers, Whois and lock are available for active domains only. Check the status of the domain.',
  },
  MIGRATION_LOCKED: {
    title: 'A registrar switch is in progress',
    remedy:
      'This change is not possible until the switch is complete. The restriction is lifted automatically. Try again later.',
  },
  WHOIS_NOT_EDITABLE: {
    title: 'Whois of this domain cannot be edited',
    remedy: 'Attribute-type JP domains such as co.jp, for example, do not support this. Use the service’s panel.',
  },
  MAIL_VALIDATION_REQUIRED: {
    title: 'The mail address has not been confirmed',
    remedy:
      'Complete the confirmation of the mail address for this domain. Until then Whois cannot be changed through the API.',
  },
  UNLOCK_BLOCKED: {
    title: 'The domain cannot be unlocked yet',
    remedy: 'Apply for cancellation of the domain in the service’s panel first.',
  },
  DUPLICATE_REQUEST: {
    title: 'The same request was sent before',
    remedy:
      'It may still be in progress or may have been carried out. Do not order again: check the domain or server, and the payment history in the service’s panel.',
  },
  USER_NOT_FOUND: {
    title: 'The user of this key was not found',
    remedy:
      'Check the key in the service’s API key screen, or issue a new key. If the problem persists, contact the service’s support.',
  },
  BAD_REQUEST: {
    title: 'The service could not read the request',
    remedy: 'Check the input and try again. If the problem persists, update Banto.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'The service does not support this operation',
    remedy: 'Check the base URL of the account. If it is correct, update Banto.',
  },
  OPERATION_ERROR: {
    title: 'The service reported an unclassified error',
    remedy: 'Read the current state before you try again. If the problem persists, contact the service’s support.',
  },
} satisfies Record<Exclude<ServiceErrorCode, CodeWithStatusText>, ErrorText>

/** Texts of `proxy_unreachable` and `proxy_refused`, by reason. `{proxy}`: the address of the proxy. */
const proxy = {
  refused: {
    title: 'Nothing answers at the proxy {proxy}',
    remedy: '{unsent} Check that the proxy is running, and the address and port in the proxy settings of the account.',
  },
  unknown_host: {
    title: 'The proxy {proxy} was not found',
    remedy: '{unsent} Check the name in the proxy settings of the account, and the network.',
  },
  unreachable: {
    title: 'The proxy {proxy} cannot be reached',
    remedy: '{unsent} Check the network, and that the computer of the proxy is running.',
  },
  no_answer: {
    title: 'No answer in time through the proxy {proxy}',
    remedy: '{unsent} Check the proxy and the network, then try again.',
  },
  closed: {
    title: 'The proxy {proxy} closed the connection',
    remedy:
      '{unsent} Check that it is an HTTP proxy that allows CONNECT, and the address in the proxy settings of the account.',
  },
  service_unreachable: {
    title: 'The proxy {proxy} cannot reach the service ({proxyStatus})',
    remedy: '{unsent} Check the base URL and the proxy, then try again.',
  },
  changed: { title: 'The proxy of the account was changed meanwhile', remedy: 'This call was not sent. Try again.' },
  credentials: {
    title: 'The proxy {proxy} requires a valid user and password (407)',
    remedy: '{unsent} Enter user and password in the proxy settings of the account.',
  },
  not_allowed: {
    title: 'The proxy {proxy} refused the connection to the service ({proxyStatus})',
    remedy:
      '{unsent} Allow this computer and the service in the settings of the proxy, or change the proxy settings of the account.',
  },
  tls: {
    title: 'No secure connection to the proxy {proxy}',
    remedy:
      '{unsent} The proxy has no trusted certificate or does not offer HTTPS. Check the address in the proxy settings of the account: many proxies need http://.',
  },
  password_missing: {
    title: 'The keychain does not hold the password for the proxy {proxy}',
    remedy: '{unsent} Enter the password again in the proxy settings of the account.',
  },
} satisfies Record<ProxyUnreachableReason | ProxyRefusedReason, ErrorText>

export const errors = {
  kinds,
  codes,
  proxy,
  tlsThroughProxy: {
    title: 'No secure connection to the service through the proxy {proxy}',
    remedy:
      'This call was not sent. What answered through the proxy has no trusted certificate, or does not offer HTTPS. The proxy may open the encryption: use one that does not, or install its certificate in the system. Check the base URL and the computer’s clock, too.',
  },
  /** Texts of `service` errors, by HTTP status. */
  waitsForLimit: {
    reading: {
      title: 'Reading waits at {percent}% of the daily limit; the rest is kept for changes and orders',
      remedy: 'Reading goes on by itself when older calls no longer count in the 24 hours.',
    },
    /** Reading may use the whole daily limit. */
    readingWhole: {
      title: 'Reading waits: the calls of the day are used up',
      remedy: 'Reading goes on by itself when older calls no longer count in the 24 hours.',
    },
    day: {
      title: 'The calls of the day are used up: next call at {time} (Japan time)',
      remedy: 'The calls go on by themselves.',
    },
    minute: {
      title: 'No call of the minute is free: next call at {time} (Japan time)',
      remedy:
        'The calls go on by themselves. Calls of other programs count, too, and so do calls that were possibly sent before Banto last ended.',
    },
    demanded: {
      title: 'The service asked to wait: next call at {time} (Japan time)',
      remedy: 'The calls go on by themselves.',
    },
  },
  /** A single call that was not sent, because a limit lasts longer than the call may wait. */
  assumedAddressBlock: {
    title: 'This call was not sent, because the service may have blocked its address',
    remedy:
      'Calls of other programs from this address count, too. Correct the reason, and try again after {time} (Japan time) or after you have resumed the calls.',
  },
  assumedAddressBlockWithoutEnd: {
    title: 'This call was not sent, because the service may have blocked its address',
    remedy:
      'Calls of other programs from this address count, too. The service named no end of the block. Correct the reason, resume the calls if they are still on hold, and try again.',
  },
  heldByAssumedBlock: {
    title: 'Calls are on hold: the service may have blocked an address',
    remedy: 'The calls go on after {time} (Japan time) or after you have resumed them.',
  },
  heldByAssumedBlockWithoutEnd: {
    title: 'Calls are on hold: the service may have blocked an address',
    remedy: 'The calls go on after you have resumed them.',
  },
  unsentAfterRefusedKeys: {
    title: 'This call was not sent, to prevent a block of the IP address',
    remedy:
      'The service blocks an IP address after repeated authentication errors. Check the keys that were not accepted, and try again after {time} (Japan time).',
  },
  unsentAfterRefusedKeysWithoutEnd: {
    title: 'This call was not sent, to prevent a block of the IP address',
    remedy:
      'The service blocks an IP address after repeated authentication errors. Check the keys that were not accepted, then try again.',
  },
  fileNotSaved: { title: 'The file cannot be saved there', remedy: 'Choose another folder.' },
  fileNotRead: { title: 'The file cannot be read', remedy: 'Check that it is a file, and that you may read it.' },
  orderNotDecryptable: {
    title: 'The auth code of the order cannot be decrypted',
    remedy: 'The keychain no longer holds the key that it was encrypted with. Cancel the order, and place it again.',
  },
  viewNameTaken: { title: 'Another view has this name', remedy: 'Enter another name.' },
  notLastRenaming: {
    title: 'The renaming can no longer be undone',
    remedy: 'Only the last renaming of a customer can be undone.',
  },
  alreadyListed: {
    title: 'The server already has this',
    remedy: 'Nothing was sent. Read the list again to see the entry.',
  },
  notListed: { title: 'Not in the list', remedy: 'Nothing was sent. Check the list and the ID, then decide again.' },
  orderSettledMeanwhile: {
    title: 'The outcome was decided in the meantime',
    remedy: 'Your decision was not recorded, and the order was not placed again. See the present status of the order.',
  },
  orderServerAppeared: {
    title: 'Another server has appeared',
    remedy:
      'Your decision was not recorded, and the order was not placed again. Check whether the server comes from this order, then decide again.',
  },
  keyOfLogChanged: { title: 'The key was replaced or removed while its log was read', remedy: 'Read the log again.' },
  typedKeyForgotten: {
    title: 'Banto no longer keeps the tested key',
    remedy: 'A tested key is kept for 30 minutes. Enter and test the key again.',
  },
  typedProxyForgotten: {
    title: 'Banto no longer keeps the entered proxy',
    remedy: 'An entered proxy is kept for 30 minutes. Enter the proxy again.',
  },
  typedAuthCodeForgotten: {
    title: 'Banto no longer keeps the entered auth code',
    remedy: 'Nothing was charged. An entered auth code is kept for 30 minutes. Enter the auth code again.',
  },
  unsentForLimit: {
    day: {
      title: 'The calls of the day are used up: next call at {time} (Japan time)',
      remedy: 'The call was not sent. Try again after that time.',
    },
    demanded: {
      title: 'The service asked to wait: next call at {time} (Japan time)',
      remedy: 'The call was not sent. Try again after that time.',
    },
  },
  service: {
    unauthorized: {
      title: 'The service did not accept this key',
      remedy:
        'Check on the service’s API key screen whether the key has expired or is no longer valid, and replace the key {where} if that was not done since. Avoid repeated attempts: the service blocks an IP address after several.',
    },
    /** The texts with `Named` name the key of the account that was refused. */
    unauthorizedNamed: {
      title: 'The service did not accept the key “{keyLabel}”',
      remedy:
        'Check on the service’s API key screen whether the key has expired or is no longer valid, and replace the key {where} if that was not done since. Avoid repeated attempts: the service blocks an IP address after several.',
    },
    payment: { title: 'Insufficient prepaid balance', remedy: 'Add funds in the service’s panel, then try again.' },
    forbidden: {
      title: 'Refused for the key that was used (403)',
      remedy:
        'Possible causes: the key lacks the permission or the target, or it is limited to other IP addresses. Check the key in the service’s panel.',
    },
    forbiddenNamed: {
      title: 'Refused for the key “{keyLabel}” (403)',
      remedy:
        'Possible causes: the key lacks the permission or the target, or it is limited to other IP addresses. After a change of the key in the service’s panel, test it again {where}, or add another key there.',
    },
    notFound: {
      title: 'Not found at the service',
      remedy:
        'It may have been deleted, or belong to another user. A sync shows which domains and servers the account has now.',
    },
    conflict: { title: 'Not possible in the current state', remedy: 'Read again and check the state.' },
    invalid: {
      title: 'The service did not accept the input',
      remedy: 'Correct what the service names, or if it names nothing, check every value. Then try again.',
    },
    limited: {
      title: 'Too many requests',
      remedy: 'The limit was reached, or the IP address is temporarily blocked. Wait before you try again.',
    },
    limitedFor: { title: 'Too many requests', remedy: 'Try again in {wait}.' },
    limitedBefore: { title: 'Too many requests', remedy: 'The service’s waiting time is over. Try again.' },
    failed: { title: 'Error at the service', remedy: 'Try again later.' },
  },
  acquisitionPermissionNeeds:
    'The acquisition permission of a key also needs registered Whois defaults and a deposited prepaid balance.',
  keyExistsIn: {
    title: 'This key is already registered in “{accountLabel}”',
    remedy: 'Each key can be registered once. Open the account, or enter another key.',
  },
  domainInJob: {
    title: 'Not sent, because a job was changing this domain',
    remedy:
      'Try again when the job has finished this domain. See its state under Activity, in Jobs. If the job is paused, resume or cancel it first.',
  },
  ordersOpen: {
    title: '{n} order is still open | {n} orders are still open',
    remedy:
      'The account or key is needed until then. Under Orders, cancel what is not accepted yet. Wait for the outcome of the rest, and record it for orders that need a decision.',
  },
  sentOrdersNeedKey: {
    title:
      'The outcome of {n} order with this key is not known yet | The outcome of {n} orders with this key is not known yet',
    remedy:
      'The key is needed until then. Wait for the outcome, or record it under Orders for orders that need a decision. Then replace the key.',
  },
  /** The value `where` of the texts of errors. */
  where: { otherPage: 'on the account page', accountPage: 'on this page' },
  /** The value `unsent` of the texts of proxy errors. A test uses the typed proxy, which other calls do not use. */
  unsent: {
    call: 'This call was not sent, and nothing is sent without the proxy.',
    proxyTest: 'The test call was not sent. Other calls of the account follow its saved setting.',
    proxyChange: 'The proxy setting was not changed.',
  },
  noKeyForDomainList: {
    title: 'No usable key may read the list of domains',
    remedy:
      'Add a key with the permission, replace or test the keys that cannot be used, or change the permissions of a key in the service’s panel and test the key again.',
  },
  noKeyForServerList: {
    title: 'No usable key may read the list of servers',
    remedy:
      'Add a key with the permission, replace or test the keys that cannot be used, or change the permissions of a key in the service’s panel and test the key again.',
  },
  noUsableKey: {
    title: 'No usable key',
    remedy:
      'The keys of the account are expired, not accepted, denied access or missing from the keychain. Replace or test the keys {where}.',
  },
  keyNotPermitted: {
    title: 'Not permitted for the key that was used',
    remedy:
      'The key lacks the permission or the target. Change this in the service’s panel, then test the key again {where}.',
  },
  keyNotPermittedNamed: {
    title: 'Not permitted for the key “{keyLabel}”',
    remedy:
      'The key lacks the permission or the target. Change this in the service’s panel, then test the key again {where}, or replace the key there by one with the permission.',
  },
  keyNotUsable: {
    title: 'The key cannot be used',
    remedy:
      'The key is expired, not accepted, denied access or missing from the keychain. Replace or test the key {where}.',
  },
  keyNotUsableNamed: {
    title: 'The key “{keyLabel}” cannot be used',
    remedy:
      'The key is expired, not accepted, denied access or missing from the keychain. Replace or test the key {where}.',
  },
  tryKey: {
    unauthorized: {
      title: 'The service did not accept this key',
      remedy:
        'The key is mistyped, expired or deleted. Copy the key again from the service’s API key screen, or issue a new key. Avoid repeated attempts: the service blocks an IP address after several.',
    },
    forbidden: {
      title: 'Access denied (403)',
      remedy:
        'The key probably has an IP restriction. In the service’s API key settings, allow the IP address of this computer, or of the proxy if the calls go through one. Or use another key.',
    },
    notFound: { title: 'The service does not know this address (404)', remedy: 'Check the base URL.' },
  },
  /** One issue of a refused input: the field and the rule that it breaks. */
  issueOf: '{field}: {rule}',
  issue: {
    missing: 'Enter a value.',
    tooShort: 'Enter at least {min} characters.',
    tooLong: 'Enter at most {max} characters.',
    tooSmall: 'Enter {min} or more.',
    tooBig: 'Enter {max} or less.',
    tooFew: 'Enter at least {min}.',
    tooMany: 'Enter at most {max}.',
    wrongForm: 'The value is not valid.',
    notOffered: 'Choose one of the values offered.',
    other: 'The value is not accepted.',
    keyCharacters: 'Use letters, digits and symbols only, without spaces. Copy the key again.',
    keyTooLong: 'The key is too long for the keychain. Check that only the key was copied.',
    keyTestedWithOtherBaseUrl: 'A key was tested with another base URL. Test the key with this URL.',
    keyGivenTwice: 'This key is already in the form. Enter another key, or remove this one.',
    labelTaken: 'Another key of this account has this label. Enter a different label.',
    sameAccount: 'An account cannot be merged with itself.',
    otherService: 'Accounts with different base URLs cannot be merged.',
    otherProxy:
      'The accounts use different proxies, and a key may be limited to the address of one. Set the same proxy and user in both accounts first.',
    proxyForm: 'Enter the address as http://host:port or https://host:port.',
    proxyScheme: 'Only HTTP and HTTPS proxies can be used. Enter an address that starts with http:// or https://.',
    proxyCredentialsInUrl: 'Enter user and password in their own fields, not in the address.',
    proxyNeedsTls: 'The base URL has no https://, so a proxy on another computer could read the keys.',
    proxyUserForm: 'The user must not contain a colon or control characters.',
    proxyUserMissing: 'Enter the user that belongs to the password.',
    proxyPasswordForm: 'The password must not contain control characters.',
    proxyPasswordAgain:
      'Enter the password again: the stored password belongs to the former address and user of the proxy.',
    cannotBeBought: '{name} cannot be ordered. Check the price again.',
    tooManyTags: '{name} would have more than {max} tags. Nothing was changed.',
    joinedAnnotationTooLong:
      'Both accounts have notes or tags of {name} that are too long together (at most {length} characters and {tags} tags); names like this: {count}. Shorten them in one of the accounts, then merge. Nothing was changed.',
  } satisfies Record<InputIssueCode, string>,
  /** Fields that the user fills in, by their name in commands and endpoints. */
  field: {
    label: 'Label',
    folder: 'Folder',
    notes: 'Notes',
    baseUrl: 'Base URL',
    proxyUrl: 'Proxy address',
    proxyUser: 'Proxy user',
    proxyPassword: 'Proxy password',
    secret: 'API key',
    names: 'Names',
    name: 'Name',
    years: 'Years',
    months: 'Period',
    nameservers: 'Name servers',
    serverId: 'Server ID',
    partnerCode: 'Partner code',
    authCode: 'Auth code',
    text: 'Filter',
    type: 'Type',
    host: 'Host',
    content: 'Content',
    ttl: 'TTL',
    priority: 'Priority',
  },
}
