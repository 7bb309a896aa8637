import type { ProviderErrorCode } from '#shared/api/provider-errors.ts'
import type { ErrorKind } from '#shared/errors.ts'

interface ErrorText {
  title: string
  remedy: string
}

/** One text per kind: what happened, and what the person can do about it. */
const kinds = {
  invalid_input: { title: 'Something in the input is not valid', remedy: 'Correct the marked field and try again.' },
  not_a_url: { title: 'This is not an address', remedy: 'Enter the base URL as it is written in the service’s documentation, starting with https://.' },
  insecure_url: { title: 'This address is not encrypted', remedy: 'Use an address that starts with https://. Plain http:// is accepted for this computer only, because the key would be readable on the way.' },
  not_found: { title: 'It is no longer here', remedy: 'It was removed meanwhile. Go back and open it again from the list.' },
  key_exists: { title: 'This key is already stored', remedy: 'Each key is kept once. Open the account that has it, or enter another key.' },
  conflict: { title: 'It changed meanwhile', remedy: 'Nothing was sent. Look at the current state and decide again.' },
  read_only: { title: 'This account is read-only in Banto', remedy: 'Turn off “Read-only” on the account’s page if you want to change things.' },
  paused: { title: 'This account is paused', remedy: 'Resume it on the account’s page.' },
  offline: { title: 'You are working offline', remedy: 'Go online to read from the service or to change things. Everything stored stays readable.' },
  no_key: { title: 'No key of this account may do this', remedy: 'Add a key with the permission, or change the permissions of a key in the service’s panel and test it again.' },
  paid_endpoint: { title: 'This call costs money', remedy: 'It is only sent as an order that you planned and confirmed.' },
  address_guarded: { title: 'Calls are held back to protect your address', remedy: 'The service blocks an address after repeated refusals. Check the refused keys first, then resume.' },
  no_network: { title: 'No connection to the service', remedy: 'Nothing was sent. Check the network, the proxy and the address, then try again.' },
  tls: { title: 'The encrypted connection was refused', remedy: 'The certificate could not be trusted. Check the address and the computer’s clock; behind a company proxy, install its certificate in the system.' },
  timeout: { title: 'The service did not answer in time', remedy: 'Try again in a while. If it keeps happening, check the network.' },
  cut_off: { title: 'The connection ended before the answer was complete', remedy: 'Try again. If it keeps happening, check the network or the proxy.' },
  redirected: { title: 'The address points elsewhere', remedy: 'The service does not redirect, and a key is never sent on to another address. Correct the base URL.' },
  too_large: { title: 'The answer was too large', remedy: 'It was not read to its end. Check that the base URL is the service’s.' },
  not_the_service: { title: 'This answer is not the service’s', remedy: 'Something else answered, for example a web page or a login screen of the network. Check the base URL and the network.' },
  service: { title: 'The service refused the request', remedy: 'See the service’s code and message below.' },
  unsettled: { title: 'Outcome unknown', remedy: 'No answer arrived. Read again before you repeat the change.' },
  open_intent: { title: 'Another order for this is still open', remedy: 'Record the outcome of that order or cancel it first, under Orders.' },
  journal_locked: { title: 'Another Banto uses this profile', remedy: 'Only one Banto may spend money from a profile. Close the other one, then restart Banto.' },
  journal_damaged: { title: 'The record of your orders is damaged', remedy: 'Nothing is sent until it is whole again. Restart Banto to restore the orders from the second copy.' },
  keychain_unavailable: { title: 'No keychain was found', remedy: 'Keys are kept in the system’s keychain only. Install or start it, then check again.' },
  keychain_locked: { title: 'The keychain is locked', remedy: 'Unlock it, then check again. Nothing was lost.' },
  keychain_silent: { title: 'The keychain does not answer', remedy: 'A window asking for its password may be waiting behind others. Answer it, then check again.' },
  secret_missing: { title: 'The key is not in the keychain', remedy: 'Enter the key again with “Replace”, or remove it.' },
  secret_origin_mismatch: { title: 'The key belongs to another address', remedy: 'Nothing was sent. The key was entered for {stored}, but the account’s address is now {asked}. Restore the database file from a backup. If the new address is right, enter the key again with “Replace”.' },
  database_damaged: { title: 'The database file is damaged', remedy: 'Try again, or set the file aside and start with an empty database. Nothing at the service is affected.' },
  database_newer: { title: 'The database was written by a newer version', remedy: 'Update Banto to open it. The file was not touched.' },
  database_read_only: { title: 'The database cannot be written', remedy: 'Give your user permission to write in the profile folder, then try again.' },
  disk_full: { title: 'The disk is full', remedy: 'Free some space, then try again. Nothing stored was lost.' },
  database_failed: { title: 'The database did not do its work', remedy: 'Try again. If it keeps happening, restart Banto.' },
  cancelled: { title: 'Cancelled', remedy: 'Nothing more was sent.' },
  waited_too_long: { title: 'The call waited too long for its turn', remedy: 'The account’s quota is busy. Wait, or cancel the running sync, then try again.' },
  unknown_command: { title: 'This part of Banto is missing', remedy: 'Restart Banto. If it keeps happening, reinstall Banto.' },
  foreign_sender: { title: 'A request from an unknown window was refused', remedy: 'Restart Banto.' },
  bug: { title: 'A fault in Banto', remedy: 'Restart Banto. If it keeps happening, report it with the text shown beside.' },
} satisfies Record<ErrorKind, ErrorText>

/** Codes that say no more than their status does: `service` below has their texts. */
type ToldByStatus =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'DOMAIN_NOT_FOUND'
  | 'RECORD_NOT_FOUND'
  | 'VALIDATION_ERROR'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'REGISTRAR_ERROR'
  | 'BACKEND_ERROR'
  | 'REGISTRAR_UNAVAILABLE'

/** Every other code of the service. */
const codes = {
  PAYMENT_REQUIRED: { title: 'The prepaid balance is not enough', remedy: 'Pay in at the service’s panel, then check the price again.' },
  PRICE_MISMATCH: { title: 'The price has changed', remedy: 'Check the price again, then decide.' },
  SERVER_ID_TAKEN: { title: 'This server ID is taken', remedy: 'Choose another ID and check again.' },
  PLAN_NOT_AVAILABLE: { title: 'The plan is not open for order', remedy: 'Read the plans again, and choose another plan or period.' },
  CREDIT_CARD_REQUIRED: { title: 'The free campaign needs a credit card', remedy: 'Register a credit card in the service’s panel, then check again.' },
  FREE_CAMPAIGN_NOT_AVAILABLE: { title: 'The free campaign does not apply', remedy: 'Its conditions are not met: it is for the first time, and once for each credit card. Choose another TLD, or look in the service’s own panel.' },
  PREMIUM_NOT_SUPPORTED: { title: 'It is a premium name', remedy: 'Premium names cannot be bought through the API.' },
  UNSUPPORTED_TLD_FOR_API: { title: 'The TLD is not supported for this', remedy: 'JP and attribute-type JP domains cannot be transferred through the API, and some TLDs not be bought. Use the service’s own panel.' },
  REGISTRAR_REJECTED: { title: 'The registrar refused it', remedy: 'Sending the same again does not help. See its reason; for a transfer check the lock, the auth code and the 60 days since the last registration or transfer.' },
  DUPLICATE_OPERATION: { title: 'Another procedure is in progress on the domain', remedy: 'Wait until it has ended, then look at the domain again.' },
  DOMAIN_CONFLICT: { title: 'The state of the domain cannot be determined', remedy: 'Look at the domain in the service’s panel, or ask its support.' },
  EXPIRY_MISMATCH: { title: 'The expiry date has changed', remedy: 'The domain may have been renewed already. Read it again, then decide.' },
  DOMAIN_NOT_ACTIVE: { title: 'The domain is not active', remedy: 'Renewal, name servers, Whois and lock are available for active domains only. Check the status of the domain and wait for any procedure in progress.' },
  MIGRATION_LOCKED: { title: 'A registrar switch is in progress', remedy: 'Whois and lock cannot be changed during the switch. The restriction is lifted automatically. Try again later.' },
  WHOIS_NOT_EDITABLE: { title: 'Whois of this domain cannot be edited', remedy: 'Attribute-type JP domains such as co.jp, for example, do not support this. Use the service’s panel.' },
  MAIL_VALIDATION_REQUIRED: { title: 'The mail address has not been confirmed', remedy: 'Complete the confirmation of the mail address for this domain. Until then Whois cannot be changed through the API.' },
  UNLOCK_BLOCKED: { title: 'The domain cannot be unlocked yet', remedy: 'Apply for cancellation of the domain in the service’s panel first.' },
  DUPLICATE_REQUEST: { title: 'The same request was sent before', remedy: 'It may still be in progress or may have been carried out. Do not order again: check the domain or server, and the payment history in the service’s panel.' },
  USER_NOT_FOUND: { title: 'The user of this key was not found', remedy: 'Check the key in the service’s API key screen, or issue a new key. If it keeps happening, contact the service’s support.' },
  BAD_REQUEST: { title: 'The service could not read the request', remedy: 'Check the input and try again. If it keeps happening, update Banto.' },
  METHOD_NOT_ALLOWED: { title: 'The service does not support this operation', remedy: 'Check the base URL of the account. If it is correct, update Banto.' },
  OPERATION_ERROR: { title: 'The service reported an unclassified error', remedy: 'Read the current state before you try again. If it keeps happening, contact the service’s support.' },
} satisfies Record<Exclude<ProviderErrorCode, ToldByStatus>, ErrorText>

export const errors = {
  kinds,
  codes,
  /** Where the status of a `service` error says more than its kind. */
  service: {
    unauthorized: { title: 'The service does not accept this key', remedy: 'It is mistyped, expired or deleted. Copy it again from the service’s API key screen, or issue a new one. Avoid repeated tries: the service blocks an address after several.' },
    payment: { title: 'The prepaid balance is not enough', remedy: 'Pay in at the service’s panel, then try again.' },
    forbidden: { title: 'The key may not do this from here', remedy: 'The key lacks the permission or the target, or it only accepts other IP addresses. Check the key’s settings in the service’s panel.' },
    notFound: { title: 'The service does not know it', remedy: 'It may be gone, or belong to another user. Sync the account to see the current state.' },
    conflict: { title: 'The state at the service does not allow this', remedy: 'Read it again and see its state.' },
    invalid: { title: 'The service did not accept the input', remedy: 'Correct the fields named below, then try again.' },
    limited: { title: 'The service asks to wait', remedy: 'Too many requests, or the address is blocked for a while. Wait before trying again.' },
    limitedFor: { title: 'The service asks to wait', remedy: 'Too many requests. Try again in {seconds} seconds.' },
    failed: { title: 'The service answered with an error of its own', remedy: 'Try again in a while.' },
  },
  tryKey: {
    forbidden: { title: 'The service refuses this key from here (403)', remedy: 'The key probably has an IP restriction. Allow this computer’s address in the service’s API key settings, or use another key.' },
  },
  withCode: 'Answer of the service: {status} {code}',
}
