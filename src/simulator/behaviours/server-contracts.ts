import { randomInt } from 'node:crypto'
import { formatJapanDate } from '#shared/japan-time.ts'
import { addMonths } from '#simulator/add-months.ts'
import type { AreaBehaviours, EndpointCall } from '#simulator/endpoint-call.ts'
import { requireServerInPath } from './require-domain-or-server-in-path.ts'
import { createSimulatedHosting } from '#simulator/simulated-settings-of-hosting-server.ts'
import { isTargetOfKey } from '#simulator/require-key-permission-and-targets.ts'
import { ErrorResponse } from '#simulator/error-response.ts'
import { buildServerName, type SimulatedServer, completeServerSetupIfDue, type World } from '#simulator/world-state.ts'

function freeServerId(world: World): string {
  for (;;) {
    const id = `sv${randomInt(100_000, 1_000_000)}`
    if (!world.serverIds.has(id)) return id
  }
}

const serverIdForms: Readonly<Record<World['file']['server_id_form'], (id: string) => string>> = {
  as_sent: (id) => id,
  upper_case: (id) => id.toUpperCase(),
  prefixed: (id) => `sv-${id}`,
  suffixed: (id) => `${id}-01`,
  shortened: (id) => id.slice(0, 3),
}

/** Returns the ID of the new contract. A number is appended if another contract has the ID. */
function toContractServerId(world: World, sent: string): string {
  const id = serverIdForms[world.file.server_id_form](sent)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? id : `${id}-${number}`
    if (!world.serverIds.has(free)) return free
  }
}

function order({ world, user, now, input, charge }: EndpointCall<'server.order'>) {
  const plan = world.file.plans.find(({ plan_id }) => plan_id === input.plan_id)
  const period = plan?.periods.find(({ months }) => months === input.period)
  if (!plan || !period) throw new ErrorResponse('PLAN_NOT_AVAILABLE')
  if (input.server_id !== undefined && world.serverIds.has(input.server_id)) throw new ErrorResponse('SERVER_ID_TAKEN')
  if (input.expected_total_price !== period.total_price)
    throw new ErrorResponse('PRICE_MISMATCH', `The price is ${period.total_price} yen`)
  if (user.balance < period.total_price) throw new ErrorResponse('PAYMENT_REQUIRED')
  if (input.dry_run) return { dry_run: true, total_price: period.total_price }

  const serverId = input.server_id === undefined ? freeServerId(world) : toContractServerId(world, input.server_id)
  const servername = buildServerName(serverId)
  charge('order', servername, period.total_price)
  const state: SimulatedServer = {
    servername,
    serverId,
    planId: plan.plan_id,
    planName: plan.plan_name,
    status: 'setup_pending',
    expiryDate: null,
    autoRenew: input.auto_renew,
    memo: '',
    setup: { at: now + plan.setup_seconds * 1000, expiryDate: addMonths(formatJapanDate(now), input.period) },
    hosting: createSimulatedHosting([servername]),
  }
  world.serverIds.add(serverId)
  user.servers.set(servername, completeServerSetupIfDue(state, now))
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

/** API description, section "Server signup and contracts". */
export const serverContractBehaviours: AreaBehaviours<'server'> = {
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
    const mine = [...user.servers.values()].filter(({ servername }) => isTargetOfKey(key, 'server', servername))
    return {
      servers: mine.map((state) => {
        completeServerSetupIfDue(state, now)
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
    const state = requireServerInPath(call)
    return {
      servername: state.servername,
      server_id: state.serverId,
      plan_id: state.planId,
      status: state.status,
      expiry_date: state.expiryDate,
    }
  },

  memo(call) {
    const { servername, memo } = requireServerInPath(call)
    return { servername, memo }
  },

  setMemo(call) {
    const state = requireServerInPath(call)
    state.memo = call.input.memo
    return { servername: state.servername, memo: state.memo }
  },
}
