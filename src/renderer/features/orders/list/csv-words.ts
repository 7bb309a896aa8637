import { holdReasons, intentEvents, intentKinds, intentStates } from '#shared/ipc/orders.ts'
import { csv } from '../../../text/en/orders-csv.ts'

/** What the saved table calls its headings and values, in the language shown. */
export function csvWords(t: (key: string) => string): Record<string, string> {
  return Object.fromEntries([
    ...Object.keys(csv.heading).map((name) => [`heading.${name}`, t(`orders.csv.heading.${name}`)]),
    ...intentKinds.map((kind) => [`kind.${kind}`, t(`orders.kind.${kind}`)]),
    ...intentStates.map((state) => [`state.${state}`, t(`orders.csv.state.${state}`)]),
    ...holdReasons.map((reason) => [`hold.${reason}`, t(`orders.hold.${reason}.title`)]),
    ...intentEvents.map((event) => [`event.${event}`, t(`orders.event.${event}`)]),
  ])
}
