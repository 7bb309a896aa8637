/** Returns why tags and customers cannot be changed; null if they can. `customer` null: customers do not change. */
export function findTagAndCustomerChangeProblem(
  domains: number,
  add: readonly string[],
  remove: readonly string[],
  customer: string | null,
): 'noDomain' | 'nothingChosen' | null {
  if (domains === 0) return 'noDomain'
  return add.length === 0 && remove.length === 0 && customer === null ? 'nothingChosen' : null
}
