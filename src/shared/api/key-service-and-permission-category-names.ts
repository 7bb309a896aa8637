/**
 * The services and permission categories of a key (API description, sections "API key information" and
 * "Authentication"). The API description names the domain categories in words, but not their identifiers in `/v1/me`.
 * The identifiers here are an assumption, made in this file only. An unknown category disables nothing.
 */
export const keyServices = ['server', 'domain', 'wphosting', 'vps'] as const
export type KeyService = (typeof keyServices)[number]

export const domainPermissionCategories = ['domain', 'nameserver', 'dns', 'whois', 'registrar_lock'] as const
export type DomainPermissionCategory = (typeof domainPermissionCategories)[number]

/** Extra permissions that a paid endpoint needs beside its category. */
export type PaidCallPermission = 'allow_signup' | 'allow_acquisition'
