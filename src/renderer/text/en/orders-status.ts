import type { ServiceErrorCode } from '#shared/api/service-errors.ts'
import type { OrderIntentKind } from '#shared/order-intent-kinds.ts'
import type {
  OrderAcceptanceSource,
  orderIntentHoldReasons,
  OrderIntentEvent,
  OrderIntentView,
  ShownOrderStatus,
} from '#shared/ipc/order-intent-schemas.ts'

interface TitleAndRemedy {
  title: string
  remedy: string
}

const status = {
  needs_you: 'Decision needed',
  unsettled: 'Outcome unknown',
  held: 'On hold',
  planned: 'Waiting to be sent',
  sent: 'In progress',
  accepted: 'Accepted',
  needs_application: 'New application needed',
  done: 'Completed',
  refused: 'Declined, not charged',
  abandoned: 'Cancelled',
  not_happened: 'Closed as not accepted',
  already_ordered: 'Not executed: already ordered',
} satisfies Record<ShownOrderStatus, string>

const statusShort = {
  ...status,
  planned: 'Waiting to be sent',
  refused: 'Declined',
  already_ordered: 'Already ordered',
} satisfies Record<ShownOrderStatus, string>

/** What each status means for the money. */
const meaning = {
  needs_you: 'Not confirmed so far. Banto keeps checking until you decide.',
  unsettled: 'The outcome is unknown. Banto keeps checking. Do not buy it again elsewhere.',
  held: 'This order was not accepted, and nothing was charged for it.',
  planned: 'Confirmed and waiting to be sent. Until then the order can be cancelled.',
  sent: 'Waiting for the response. This can take some minutes.',
  accepted: 'The order was accepted for {amount}. Nothing read so far shows it as completed.',
  needs_application:
    'The transfer was accepted for {amount} and then not completed. When last listed, the domain needed a new application. If it is still to be transferred, apply again in the service’s panel. The service makes no automatic refund.',
  done: 'Completed for {amount}.',
  refused: 'The service declined the order. Nothing was charged for it.',
  abandoned: 'The order was cancelled. Nothing was charged for it.',
  not_happened: 'The order was closed as not accepted and is not counted as spent.',
  already_ordered:
    'This order was not executed and is not counted as spent. When Banto was about to send it, the service already showed what it leads to: the order before it, or another one, did it. A charge, if there is one, is for that order: check the payment history.',
} satisfies Record<ShownOrderStatus, string>

/** The meanings while the app is offline. */
const meaningOffline = {
  needs_you: 'Not confirmed so far. Please decide. Nothing is checked while you work offline.',
  unsettled: 'The outcome is unknown. Nothing is checked while you work offline. Do not buy it again elsewhere.',
}

/** The meanings while the keychain cannot be read. */
const meaningKeychain = {
  needs_you: 'Not confirmed so far. Please decide. Nothing is checked while the keychain cannot be read.',
  unsettled:
    'The outcome is unknown. Nothing is checked while the keychain cannot be read. Do not buy it again elsewhere.',
}

/** The meanings during an assumed block, which holds all calls from the address of the account. */
const meaningBlocked = {
  needs_you: 'Not confirmed so far. Please decide. Nothing is checked while all calls of the account are on hold.',
  unsettled:
    'The outcome is unknown. Nothing is checked while all calls of the account are on hold. Do not buy it again elsewhere.',
}

/** The meanings while the account is not in Banto, for example after the restoring of an older backup. */
const meaningNoAccount = {
  needs_you: 'Not confirmed so far. Please decide. Nothing is checked, because the account is not in Banto.',
  unsettled:
    'The outcome is unknown. Nothing is checked, because the account is not in Banto. Do not buy it again elsewhere.',
  accepted:
    'The order was accepted for {amount}. The account is not in Banto, so no reading shows here whether it was completed.',
  needs_application:
    'The transfer was accepted for {amount} and then not completed. When last listed, the domain needed a new application. The account is not in Banto, so later changes are not shown. If it is still to be transferred, apply again in the service’s panel. The service makes no automatic refund.',
}

/** The meanings while the account is paused. */
const meaningPaused = {
  needs_you: 'Not confirmed so far. Please decide. Nothing is checked while the account is paused.',
  unsettled: 'The outcome is unknown. Nothing is checked while the account is paused. Do not buy it again elsewhere.',
}

/** The meanings while every key of the account is refused, expired or missing. */
const meaningNoKey = {
  needs_you:
    'Not confirmed so far. Please decide. Nothing is checked while the account has no usable key: test the key again, or add a key for all targets.',
  unsettled:
    'The outcome is unknown. Nothing is checked while the account has no usable key: test the key again, or add a key for all targets. Do not buy it again elsewhere.',
}

/** The meanings while no usable key may read the list in which a check looks. */
const meaningNoPermission = {
  needs_you:
    'Not confirmed so far. Please decide. Nothing is checked while no usable key of the account may read what the check needs. Such a key is the order’s key with the permission, or another key with the permission for all targets. Give the permission in the service’s panel and test the key again, or add a key for all targets.',
  unsettled:
    'The outcome is unknown. Nothing is checked while no usable key of the account may read what the check needs. Such a key is the order’s key with the permission, or another key with the permission for all targets. Give the permission in the service’s panel and test the key again, or add a key for all targets. Do not buy it again elsewhere.',
}

/** The meaning of a renewal that a check settled as done. No response has confirmed the renewal. */
const renewedByExpiry =
  'The expiry date is {expiry} as of {time}, to which this order leads. No response has confirmed the renewal, so another renewal may have led to it. {amount} is counted as spent.'

/** The meanings of orders of the other kinds that a check settled as done. No response has confirmed these orders. */
const confirmedByCheck = {
  order:
    'A check at {time} showed a server in the account that fits this order. No response has confirmed the order, so another order may have led to it. {amount} is counted as spent.',
  acquire:
    'A check at {time} showed the domain of this order in the account. No response has confirmed the acquisition, so another order may have led to it. {amount} is counted as spent.',
  transfer:
    'A check at {time} showed the domain of this order in the account. No response has confirmed the transfer, so another order may have led to it. {amount} is counted as spent.',
}

/** The meaning of an outcome that the user recorded. Nothing confirms it. */
const recorded = {
  accepted: 'You recorded this order as accepted for {amount}. No response has confirmed it.',
  notAccepted: 'You recorded this order as not accepted. It is not counted as spent.',
  mayFollow:
    'You recorded this order as not accepted. It is not counted as spent. It may still take effect and be charged: check the payment history.',
}

const hold = {
  waiting: { title: 'Waiting in the queue.', remedy: 'The order is sent automatically.' },
  run_paused: {
    title: 'Waiting for you to resume.',
    remedy:
      'The order was paused, or was confirmed more than a day ago. Resume the run to send the order, or cancel the order.',
  },
  no_money: {
    title: 'The balance was insufficient.',
    remedy: 'Add funds in the service’s panel if it still is, then resume or check the price again.',
  },
  target_moved: {
    title: 'The check before sending did not match what you confirmed.',
    remedy: 'Cancel the order. If you still need it, check the current price and order again after that.',
  },
  cannot_send: { title: 'Cannot be sent now.', remedy: 'Banto tries again automatically, or when you resume.' },
} satisfies Record<(typeof orderIntentHoldReasons)[number], TitleAndRemedy>

const event = {
  planned: 'Confirmed and recorded',
  sent: 'Sending started',
  not_sent: 'Nothing was sent',
  answered: 'Accepted by the service',
  refused: 'Declined by the service, not charged',
  rate_refused: 'Too many requests: this request was not accepted',
  lost: 'No response: outcome unknown',
  running: 'The service reports the same request as in progress or interrupted',
  server_error: 'Error at the service: outcome unknown. This idempotency key is never sent again',
  unclear: 'The response does not show the outcome: outcome unknown',
  interrupted: 'Found at start: Banto had been closed before the response',
  read: 'Checked: outcome still unknown',
  settled_by_reading: 'Checked: the service shows what this order leads to',
  settled_by_person: 'Your decision was recorded',
  held: 'Put on hold',
  released: 'Resumed',
  abandoned: 'Cancelled, nothing more is sent',
  stopped: 'Run stopped: not sent again automatically',
  status_read: 'Found by a later reading',
  repeated: 'Repeat allowed: new order with a new idempotency key',
} satisfies Record<OrderIntentEvent, string>

/** Shown in place of a response: the damage of the journal may have hidden a sending. */
const newestEntryLost =
  'The order records were damaged. The newest entry about this order may be lost, and the order may have been sent.'

/** Responses of this code leave open whether the order was charged. */
const unclearResponse = {
  DUPLICATE_OPERATION:
    'The service answered that a procedure is in progress for the domain. The response does not show whether this request had an effect.',
  REGISTRAR_REJECTED: 'The registrar declined this request. The response does not show whether it was charged.',
} satisfies Partial<Record<ServiceErrorCode, string>>

const kind = {
  order: 'Server order',
  acquire: 'Acquisition',
  transfer: 'Transfer in',
  renew: 'Renewal',
} satisfies Record<OrderIntentKind, string>

/** Texts of an order that was in flight when the user paused or cancelled its run. */
const stop = {
  paused: 'The run is paused. Until you resume, the order is not sent again.',
  cancelled: 'The run is cancelled. The order is not sent again.',
} satisfies Record<NonNullable<OrderIntentView['stop']>, string>

/** An accepted order that no response of the service confirms: its status in a list, and the tooltip. */
const acceptedWithoutResponse = {
  check: { status: '{status} (inferred)', about: 'Inferred from a check. No response of the service confirms it.' },
  user: { status: '{status} (recorded)', about: 'Recorded by you. No response of the service confirms it.' },
} satisfies Record<Exclude<OrderAcceptanceSource, 'response'>, { status: string; about: string }>

export const orderStatus = {
  kind,
  status,
  statusShort,
  meaning,
  meaningOffline,
  meaningKeychain,
  meaningNoAccount,
  meaningBlocked,
  meaningPaused,
  meaningNoKey,
  meaningNoPermission,
  askedAgain:
    'The order was closed as not accepted. A reading of {account} after that shows {name}. {amount} may have been charged: check the payment history, and decide again.',
  askedAgainAboutRenewal:
    'The order was closed as not accepted. A reading of {account} after that shows for {name} the expiry that this renewal leads to. {amount} may have been charged: check the payment history, and decide again.',
  movedAfterFailedTransfer:
    'The transfer was accepted for {amount} and then not completed. A later reading shows the domain as transferred or being transferred. Another application may have led to it, and may have been charged, too.',
  renewedByExpiry,
  confirmedByCheck,
  acceptedWithoutResponse,
  recorded,
  stop,
  hold,
  unsentBeforePause:
    'The order was not accepted before it was paused either. The reason at that time: {reason} If it still applies: {remedy}',
  sentOncePossible:
    'Once it can be sent, Banto sends the order by itself if it is still as you confirmed it, and it is charged. It waits for “Resume” instead if nothing of its run was confirmed, resumed or sent for more than a day. Cancel the order if you no longer want it.',
  /** An account that is added again does not send the orders of the earlier one. */
  heldWithoutAccount: {
    title: 'The account or the key of this order is not in Banto.',
    remedy: 'The order cannot be sent any more. Cancel it, and order with an account in Banto if you still need it.',
  },
  heldForBalance: {
    title: 'On hold: insufficient balance for another order of this account.',
    remedy: 'Add funds in the service’s panel, then resume or check the price again.',
  },
  event,
  newestEntryLost,
  unclearResponse,
}
