import type { CallContext, CallOutcome } from './call-context-and-outcome.ts'

export type SendCall = (call: CallContext) => Promise<CallOutcome>
export type CallLayer = (call: CallContext, next: SendCall) => Promise<CallOutcome>

/** Wraps the layers around the transport, outermost first. */
export function composeCallLayers(layers: readonly CallLayer[], transport: SendCall): SendCall {
  return layers.reduceRight<SendCall>((next, layer) => (call) => layer(call, next), transport)
}
