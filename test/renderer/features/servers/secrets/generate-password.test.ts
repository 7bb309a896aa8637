import { describe, expect, test } from 'vitest'
import { generatePassword } from '#renderer/features/servers/secrets/generate-password.ts'

describe('A generated password', () => {
  const passwords = Array.from({ length: 200 }, () => generatePassword())

  test('A password has 24 characters of each group and begins with a letter', () => {
    for (const password of passwords) {
      expect(password).toMatch(/^[a-zA-Z][\w-]{23}$/)
      for (const group of [/[a-z]/, /[A-Z]/, /\d/, /[-_]/]) expect(password).toMatch(group)
    }
  })

  test('No two passwords are equal', () => {
    expect(new Set(passwords).size).toBe(passwords.length)
  })

  test('Random bytes that give a password without a digit are drawn again', () => {
    let draws = 0
    // Indexes into the alphabet. First draw: all 0, so only "A". Second draw: one character of each group.
    const places = [[], [0, 26, 52, 62]]
    const password = generatePassword((bytes) => {
      bytes.fill(0).set(places[draws] ?? [])
      draws += 1
    })
    expect(draws).toBe(2)
    expect(password).toBe(`Aa0-${'A'.repeat(20)}`)
  })
})
