import { describe, expect, test } from 'vitest'
import {
  findSshPublicKeyComment,
  findSshPublicKeyProblem,
} from '#renderer/features/servers/ssh/find-ssh-public-key-problem.ts'
import { samplePublicKey } from '#test/simulator/sample-ssh-public-key.ts'

describe('A typed public key', () => {
  test.each([samplePublicKey, `  ${samplePublicKey} me@home \n`])('A line of OpenSSH is accepted: %j', (typed) => {
    expect(findSshPublicKeyProblem(typed)).toBeNull()
  })

  test.each([
    ['', 'needed'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----', 'private'],
    ['-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----', 'notOpenSsh'],
    ['hello world', 'notOpenSsh'],
    ['ssh-ed25519', 'notOpenSsh'],
    [`${samplePublicKey}\n${samplePublicKey}`, 'several'],
    ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5', 'incomplete'],
    ['ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIAABAgME', 'incomplete'],
    ['ssh-ed25519 not*base64', 'incomplete'],
  ])('%j has the problem %s', (typed, problem) => {
    expect(findSshPublicKeyProblem(typed)).toBe(problem)
  })

  test('The comment of a key is what follows its two first parts', () => {
    expect(findSshPublicKeyComment(`${samplePublicKey} Office PC 2`)).toBe('Office PC 2')
    expect(findSshPublicKeyComment(samplePublicKey)).toBe('')
  })
})
