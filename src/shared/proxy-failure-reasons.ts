/**
 * The reasons why a proxy could not be used now (`details.reason` of `proxy_unreachable`). `refused`: nothing listens
 * there. `unknown_host`: the name does not exist. `unreachable`: no way through the network. `no_answer`: no answer in
 * time. `closed`: the connection ended before the tunnel was open. `service_unreachable`: the proxy answered that it
 * cannot reach the service. `changed`: the proxy of the account was changed while the call was on its way.
 */
export const proxyUnreachableReasons = [
  'refused',
  'unknown_host',
  'unreachable',
  'no_answer',
  'closed',
  'service_unreachable',
  'changed',
] as const
export type ProxyUnreachableReason = (typeof proxyUnreachableReasons)[number]

/**
 * The reasons why a proxy refuses until a setting is changed (`details.reason` of `proxy_refused`). `credentials`: user
 * or password (407). `not_allowed`: another refusal of the tunnel. `tls`: the proxy has no trusted certificate, or does
 * not speak TLS. `password_missing`: the keychain does not hold the password for this proxy.
 */
export const proxyRefusedReasons = ['credentials', 'not_allowed', 'tls', 'password_missing'] as const
export type ProxyRefusedReason = (typeof proxyRefusedReasons)[number]
