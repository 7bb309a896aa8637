import { defineServerChange } from './server-change-spec-interface.ts'
import { normalizeTypedHostName } from './normalize-typed-host-names-and-urls.ts'

export const setMemoAndClearCacheSpecs = {
  setMemo: defineServerChange<'setMemo', 'server.setMemo', 'server.memo'>({
    endpoint: 'server.setMemo',
    toInput: ({ servername, memo }) => ({ servername, memo }),
    reading: {
      endpoint: 'server.memo',
      toInput: ({ servername }) => ({ servername }),
      findNeed: (before, { memo, expected }) =>
        before.memo === memo ? 'already_so' : expected === null || before.memo === expected ? 'needed' : 'conflict',
      determineOutcome: (after, { memo }, before) =>
        after.memo === memo ? 'done' : after.memo === before.memo ? 'not_done' : 'unclear',
      showsLoggedChange: ({ memo }, { after }) => memo === after,
      toValueBefore: ({ memo }) => memo,
    },
    toResult: () => ({}),
    describeForChangeLog: ({ memo }) => ({ subject: null, after: memo }),
  }),

  clearCache: defineServerChange<'clearCache', 'hosting.clearCache'>({
    endpoint: 'hosting.clearCache',
    normalizeInput: (input) => ({ ...input, domain: normalizeTypedHostName('domain', input.domain) }),
    toInput: ({ servername, domain }) => ({ servername, domain }),
    reading: null,
    toResult: () => ({}),
    describeForChangeLog: ({ domain }) => ({ subject: domain, after: null }),
  }),
}
