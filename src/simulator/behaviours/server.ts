import { randomInt } from 'node:crypto'
import { japanDate } from '#shared/japan-time.ts'
import { addMonths } from '../calendar.ts'
import { type BehavioursOf, type Call, serverOf } from '../call.ts'
import { isInTargets } from '../permissions.ts'
import { Refusal } from '../refusal.ts'
import { serverNameOf, type ServerState, settleServer, type World } from '../world.ts'

function freeServerId(world: World): string {
  for (;;) {
    const id = `sv${randomInt(100_000, 1_000_000)}`
    if (!world.serverIds.has(id)) return id
  }
}

const forms: Readonly<Record<World['file']['server_id_form'], (id: string) => string>> = {
  as_sent: (id) => id,
  upper_case: (id) => id.toUpperCase(),
  prefixed: (id) => `sv-${id}`,
  suffixed: (id) => `${id}-01`,
  shortened: (id) => id.slice(0, 3),
}

/** The ID that the contract gets; with another number behind it where another contract has it. */
function formed(world: World, sent: string): string {
  const id = forms[world.file.server_id_form](sent)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? id : `${id}-${number}`
    if (!world.serverIds.has(free)) return free
  }
}

function order({ world, user, now, input, charge }: Call<'server.order'>) {
  const plan = world.file.plans.find(({ plan_id }) => plan_id === input.plan_id)
  const period = plan?.periods.find(({ months }) => months === input.period)
  if (!plan || !period) throw new Refusal('PLAN_NOT_AVAILABLE')
  if (input.server_id !== undefined && world.serverIds.has(input.server_id)) throw new Refusal('SERVER_ID_TAKEN')
  if (input.expected_total_price !== period.total_price) throw new Refusal('PRICE_MISMATCH', `The price is ${period.total_price} yen`)
  if (user.balance < period.total_price) throw new Refusal('PAYMENT_REQUIRED')
  if (input.dry_run) return { dry_run: true, total_price: period.total_price }

  const serverId = input.server_id === undefined ? freeServerId(world) : formed(world, input.server_id)
  const servername = serverNameOf(serverId)
  charge('order', servername, period.total_price)
  const state: ServerState = {
    servername,
    serverId,
    planId: plan.plan_id,
    planName: plan.plan_name,
    status: 'setup_pending',
    expiryDate: null,
    autoRenew: input.auto_renew,
    memo: '',
    setup: { at: now + plan.setup_seconds * 1000, expiryDate: addMonths(japanDate(now), input.period) },
    domains: [],
    settings: new Map(),
  }
  world.serverIds.add(serverId)
  user.servers.set(servername, settleServer(state, now))
  return {
    server: {
      server_id: serverId,
      servername,
      plan_id: state.planId,
      period: input.period,
      status: state.status,
      expiry_date: state.expiryDate,
      auto_renew: state.autoRenew,
    },
  }
}

/** Section "Server signup and contracts". */
export const server: BehavioursOf<'server'> = {
  plans({ world, input: { plan_id } }) {
    const asked = plan_id?.split(',').map((part) => part.trim())
    const plans = world.file.plans.filter((plan) => asked === undefined || asked.includes(plan.plan_id))
    return {
      plans: plans.map(({ plan_id: id, plan_name, periods, currency }) => ({
        plan_id: id,
        plan_name,
        periods: periods.map((period) => ({ regular_total_price: period.total_price, ...period })),
        currency,
      })),
    }
  },

  order,

  list({ user, key, now }) {
    const mine = [...user.servers.values()].filter(({ servername }) => isInTargets(key, 'server', servername))
    return {
      servers: mine.map((state) => {
        settleServer(state, now)
        return {
          servername: state.servername,
          server_id: state.serverId,
          plan_id: state.planId,
          plan_name: state.planName,
          status: state.status,
          expiry_date: state.expiryDate,
          auto_renew: state.autoRenew,
          memo: state.memo,
        }
      }),
    }
  },

  signupStatus(call) {
    const state = serverOf(call)
    return {
      servername: state.servername,
      server_id: state.serverId,
      plan_id: state.planId,
      status: state.status,
      expiry_date: state.expiryDate,
    }
  },

  memo(call) {
    const { servername, memo } = serverOf(call)
    return { servername, memo }
  },

  setMemo(call) {
    const state = serverOf(call)
    state.memo = call.input.memo
    return { servername: state.servername, memo: state.memo }
  },
}
