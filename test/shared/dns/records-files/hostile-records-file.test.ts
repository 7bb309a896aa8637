import { describe, expect, test } from 'vitest'
import { recordsFileLimits } from '#shared/dns/records-files/records-file-limits.ts'
import { hostileFiles, measureLongestSliceOfParsing } from './hostile-files.ts'

const megabyte = 1024 * 1024

describe('A hostile file of 2 MB', () => {
  test.each(hostileFiles(2 * megabyte))(
    'A file of $name is read in short slices and ends within the limits',
    ({ file, codes }) => {
      const { content, slices } = measureLongestSliceOfParsing(file)
      expect(content.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(codes))
      expect(content.findings.length).toBeLessThanOrEqual(recordsFileLimits.findings + 2)
      expect(content.records.length).toBeLessThanOrEqual(recordsFileLimits.records)
      expect(Math.max(...content.findings.map(({ text }) => text.length))).toBeLessThanOrEqual(200)
      if (file.length > recordsFileLimits.entryCharacters && content.isComplete) expect(slices).toBeGreaterThan(5)
    },
  )
})

test('A file over the limit of bytes is refused before it is decoded', () => {
  const { content, slices } = measureLongestSliceOfParsing(new Uint8Array(recordsFileLimits.bytes + 1))
  expect(content).toMatchObject({ isComplete: false, records: [], findings: [{ code: 'tooLarge' }] })
  expect(slices).toBe(1)
})
