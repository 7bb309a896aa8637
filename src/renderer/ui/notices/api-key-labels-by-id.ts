import { shallowRef } from 'vue'

/**
 * By key ID: the current label of each key. A stored error names the key by the label that it had at that time; the
 * user may have renamed it since.
 */
export const apiKeyLabelsById = shallowRef<ReadonlyMap<string, string>>(new Map())
