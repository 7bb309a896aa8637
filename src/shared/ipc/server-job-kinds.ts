/**
 * Work on several servers, one item for each. `read_servers`: information and usage. `clear_caches`: the cache of every
 * domain that the server lists. `read_error_logs`: the error log of every such domain, kept in memory only.
 */
export const serverJobKinds = ['read_servers', 'clear_caches', 'read_error_logs'] as const
export type ServerJobKind = (typeof serverJobKinds)[number]
