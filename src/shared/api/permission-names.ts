/**
 * The services and permission categories of a key (API description, sections "API key information" and "Authentication"). The API
 * description names the domain categories in words, but not their identifiers in `/v1/me`. The identifiers here are an
 * assumption, made in this file only. An unknown category disables nothing.
 */
export const services = ['server', 'domain', 'wphosting', 'vps'] as const
export type Service = (typeof services)[number]

export const domainCategories = ['domain', 'nameserver', 'dns', 'whois', 'registrar_lock'] as const
export type DomainCategory = (typeof domainCategories)[number]

/** Extra permissions that a paid endpoint needs beside its category. */
export type ExtraPermission = 'allow_signup' | 'allow_acquisition'
