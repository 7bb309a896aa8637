/** Plans and TLDs for a world file without any. The prices are fictional. */
export const defaultHostingPlans = [
  {
    plan_id: 'standard',
    plan_name: 'Standard',
    periods: [
      { months: 3, total_price: 3_960 },
      { months: 12, total_price: 11_880, regular_total_price: 13_200, campaign_applied: true },
      { months: 36, total_price: 32_670 },
    ],
  },
  {
    plan_id: 'premium',
    plan_name: 'Premium',
    periods: [
      { months: 12, total_price: 26_400 },
      { months: 36, total_price: 72_270 },
    ],
  },
  { plan_id: 'business', plan_name: 'Business', periods: [{ months: 12, total_price: 45_540 }], setup_seconds: 0 },
]

type Row = [tld: string, register: number, renew: number, transfer: number | null]

const rows: Row[] = [
  ['com', 990, 1_650, 1_650],
  ['net', 1_210, 1_760, 1_760],
  ['org', 1_320, 1_870, 1_870],
  ['info', 440, 2_970, 2_970],
  ['biz', 660, 2_530, 2_530],
  ['jp', 2_200, 3_124, null],
  ['tokyo', 330, 1_430, 1_430],
  ['shop', 110, 4_180, 4_180],
  ['xyz', 110, 1_980, 1_980],
  ['online', 110, 4_730, 4_730],
  ['site', 110, 4_180, 4_180],
  ['blog', 550, 4_290, 4_290],
  ['dev', 1_870, 2_200, 2_200],
  ['app', 1_980, 2_420, 2_420],
  ['io', 6_600, 9_020, 9_020],
  ['co', 1_540, 4_730, 4_730],
  ['me', 1_100, 3_190, 3_190],
  ['nagoya', 330, 1_430, 1_430],
  ['osaka', 660, 4_950, 4_950],
  ['kyoto', 660, 4_950, 4_950],
]

const campaigns = new Set(['info', 'tokyo', 'shop', 'xyz', 'online', 'site'])

export const defaultTlds = rows.map(([tld, register, renew, transfer]) => ({
  tld,
  register,
  renew,
  transfer,
  campaign_applied: campaigns.has(tld),
  // The registry registers Japanese names manually, so an acquisition takes some time.
  ...(tld === 'jp' && { max_years: 1, hold_seconds: 600 }),
}))
