import {
  listTextsAtAnyDepth,
  findIdInRow,
  findOnlyList,
  findOnlyMatchingText,
  doesRowContainId,
  isPemPrivateKey,
  isSshPublicKey,
  listTextsInRow,
} from './find-lists-ids-and-texts-in-undocumented-answer.ts'
import { defineServerChange } from './server-change-spec-interface.ts'
import { findWhetherSshIsEnabled, parseSshKeyRow } from './server-read-endpoints-and-answer-parsers.ts'

/** Two public keys are the same when their type and their Base64 part are: the comment may differ. */
function listsKey(answer: unknown, publicKey: string): boolean | null {
  const formOf = (text: string) => text.trim().split(/\s+/).slice(0, 2).join(' ')
  const rows = findOnlyList(answer)
  return rows && rows.some((row) => listTextsInRow(row).some((text) => formOf(text) === formOf(publicKey)))
}

/** The rows that were not in the list before. */
function newRows(before: unknown, after: unknown): unknown[] {
  const known = new Set(findOnlyList(before)?.map((row) => JSON.stringify(row)))
  return (findOnlyList(after) ?? []).filter((row) => !known.has(JSON.stringify(row)))
}

export const sshChangeSpecs = {
  setSsh: defineServerChange<'setSsh', 'hosting.setSsh', 'hosting.ssh'>({
    endpoint: 'hosting.setSsh',
    toInput: ({ servername, isEnabled }) => ({ servername, ssh_enabled: isEnabled }),
    reading: {
      endpoint: 'hosting.ssh',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { isEnabled }) => (findWhetherSshIsEnabled(before) === isEnabled ? 'already_so' : 'needed'),
      determineOutcome(after, { isEnabled }) {
        const state = findWhetherSshIsEnabled(after)
        return state === null ? 'unclear' : state === isEnabled ? 'done' : 'not_done'
      },
      showsLoggedChange(later, { after }) {
        const state = findWhetherSshIsEnabled(later)
        return state !== null && (state ? 'on' : 'off') === after
      },
      toValueBefore(before) {
        const state = findWhetherSshIsEnabled(before)
        return state === null ? null : state ? 'on' : 'off'
      },
    },
    toResult: () => ({}),
    describeForChangeLog: ({ isEnabled }) => ({ subject: null, after: isEnabled ? 'on' : 'off' }),
  }),

  addSshKey: defineServerChange<'addSshKey', 'hosting.addSshKey', 'hosting.sshKeys'>({
    endpoint: 'hosting.addSshKey',
    toInput: ({ servername, publicKey, label }) => ({ servername, public_key: publicKey, label }),
    reading: {
      endpoint: 'hosting.sshKeys',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { publicKey }) => (listsKey(before, publicKey) ? 'already_listed' : 'needed'),
      determineOutcome(after, { publicKey }) {
        const isListed = listsKey(after, publicKey)
        return isListed === null ? 'unclear' : isListed ? 'done' : 'not_done'
      },
      showsLoggedChange: (later, { after }) => after !== null && listsKey(later, after) === true,
    },
    toResult: (answer) => ({ id: findIdInRow(answer, 'key_id') }),
    describeForChangeLog: ({ label, publicKey }) => ({ subject: label, after: publicKey }),
    // The service does not describe how the list shows a label.
    keepProvedValues: ({ subject, after }, answer) =>
      answer === null ? { subject: null, after, unproved: subject } : { after, unproved: null },
  }),

  generateSshKey: defineServerChange<'generateSshKey', 'hosting.addSshKey', 'hosting.sshKeys'>({
    endpoint: 'hosting.addSshKey',
    toInput: ({ servername }) => ({ servername, generate: true }),
    reading: {
      endpoint: 'hosting.sshKeys',
      toInput: ({ servername }) => ({ servername }),
      findNeed: () => 'needed',
      // A public key without its private key cannot be used, so a key that appeared is no success.
      determineOutcome: (after, _, before) =>
        findOnlyList(after) && newRows(before, after).length === 0 ? 'not_done' : 'unclear',
      toErrorDetails: (after, before) => ({ newKeys: newRows(before, after).map(parseSshKeyRow) }),
    },
    toResult(answer) {
      const privateKeys = [...new Set(listTextsAtAnyDepth(answer).filter(isPemPrivateKey))]
      return {
        id: findIdInRow(answer, 'key_id'),
        publicKey: findOnlyMatchingText(answer, isSshPublicKey),
        privateKey: privateKeys.length === 1 ? (privateKeys[0] as string) : null,
      }
    },
    describeForChangeLog: () => ({ subject: null, after: null }),
    answersSecret: true,
  }),

  deleteSshKey: defineServerChange<'deleteSshKey', 'hosting.deleteSshKey', 'hosting.sshKeys'>({
    endpoint: 'hosting.deleteSshKey',
    toInput: ({ servername, id }) => ({ servername, key_id: id }),
    reading: {
      endpoint: 'hosting.sshKeys',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { id }) =>
        findOnlyList(before)?.some((row) => doesRowContainId(row, id)) === false ? 'not_listed' : 'needed',
      determineOutcome(after, { id }) {
        const rows = findOnlyList(after)
        return rows === null ? 'unclear' : rows.some((row) => doesRowContainId(row, id)) ? 'not_done' : 'done'
      },
      showsLoggedChange: (later, { subject }) =>
        subject !== null && findOnlyList(later)?.some((row) => doesRowContainId(row, subject)) === false,
    },
    toResult: () => ({}),
    describeForChangeLog: ({ id }) => ({ subject: String(id), after: null }),
  }),
}
