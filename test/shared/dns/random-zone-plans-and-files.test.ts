import { expect, test } from 'vitest'
import { checkZonePlans } from '#test/campaign/dns/check-zone-plans.ts'
import { checkZoneFileRoundTrips } from '#test/campaign/dns/check-zone-file-round-trips.ts'
import { hasNamedCheckzone } from '#test/shared/dns/records-files/check-and-compare-zone-with-bind.ts'

// `npm run campaign -- dns` plans a hundred thousand pairs of zones.
test('Plans of random zones keep every rule, with crashes and lost answers', async () => {
  const figures = await checkZonePlans({ seed: 1, pairs: 100 })
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
  expect(figures.find(({ name }) => name.startsWith('answers lost'))?.value).toBeGreaterThan(100)
})

// The campaign writes a hundred thousand zones.
test('Random zones that are written as files and read again are unchanged, and BIND accepts the files', () => {
  const figures = checkZoneFileRoundTrips({ seed: 1, zones: 300, bindZones: hasNamedCheckzone ? 30 : 0 })
  expect(figures.filter(({ holds }) => holds === false)).toEqual([])
})
