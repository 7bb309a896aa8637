import type { CallContext, CallAttemptOutcome } from './call-context-and-attempt-outcome.ts'

export type SendCall = (call: CallContext) => Promise<CallAttemptOutcome>
export type CallLayer = (call: CallContext, next: SendCall) => Promise<CallAttemptOutcome>

/** Wraps the layers around the transport, outermost first. */
export function composeCallLayers(layers: readonly CallLayer[], transport: SendCall): SendCall {
  return layers.reduceRight<SendCall>((next, layer) => (call) => layer(call, next), transport)
}
