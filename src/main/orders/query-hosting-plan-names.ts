import { z } from 'zod'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import type { Database } from '#main/store/database.ts'
import { parseJsonOrNull } from '#main/store/parse-stored-json.ts'

const plansSchema = z.array(z.object({ plan_id: z.string(), plan_name: z.string() }))

/**
 * Returns the names of hosting plans from the stored plan lists, and from the stored server lists for plans that are
 * not offered any more.
 */
export function queryHostingPlanNames(database: Database): CommandOutput<'orders.planNames'> {
  const ofServers = database.all<{ accountId: string; planId: string; name: string }>(
    `select distinct account_id as accountId, plan_id as planId, plan_name as name from server
     where plan_id is not null and plan_name is not null`,
  )
  const ofOffers = database
    .all<{ accountId: string; data: string }>("select account_id as accountId, data from offer where list = 'plans'")
    .flatMap(({ accountId, data }) =>
      (plansSchema.safeParse(parseJsonOrNull(data)).data ?? []).map((plan) => ({
        accountId,
        planId: plan.plan_id,
        name: plan.plan_name,
      })),
    )
  const byPlan = new Map([...ofServers, ...ofOffers].map((plan) => [`${plan.accountId} ${plan.planId}`, plan]))
  return [...byPlan.values()]
}
