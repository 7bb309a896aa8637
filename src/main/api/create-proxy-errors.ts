import { AppError } from '#shared/app-error.ts'
import type { ProxyRefusedReason, ProxyUnreachableReason } from '#shared/proxy-failure-reasons.ts'

/**
 * Creates the error for a tunnel that was not opened. Nothing was sent. `proxy`: the origin of the proxy; null: the
 * call was prepared without one.
 */
export function createProxyUnreachableError(
  proxy: string | null,
  reason: ProxyUnreachableReason,
  proxyStatus: number | null = null,
): AppError {
  return new AppError('proxy_unreachable', `Nothing was sent: no tunnel through ${proxy ?? 'the proxy'}`, {
    details: { proxy, reason, proxyStatus },
  })
}

/** Creates the error for a proxy that refuses until a setting is changed. Nothing was sent. */
export function createProxyRefusedError(
  proxy: string,
  reason: ProxyRefusedReason,
  proxyStatus: number | null = null,
): AppError {
  return new AppError('proxy_refused', `Nothing was sent: the proxy ${proxy} cannot be used`, {
    details: { proxy, reason, proxyStatus },
  })
}
