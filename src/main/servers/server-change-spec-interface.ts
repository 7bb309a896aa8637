import type { EndpointInput, EndpointName, EndpointOutput } from '#shared/api/endpoints.ts'
import type {
  LoggedServerChange,
  ServerChangeInput,
  ServerChangeName,
  ParsedServerChangeResult,
} from '#shared/ipc/single-server-change-commands.ts'

/**
 * `needed`: the change is to be sent. `already_so`: it has no effect. `already_listed`: what the change would add
 * exists already. `not_listed`: no entry has the ID of what it would delete. `conflict`: the server is not as the user
 * saw it.
 */
export type ServerChangeNecessity = 'needed' | 'already_so' | 'already_listed' | 'not_listed' | 'conflict'
/** What a reading after a lost answer shows. `unclear`: it does not show whether the change was made. */
export type ServerChangeOutcome = 'done' | 'not_done' | 'unclear'

/** How the state of the server is read before a change, and after it when the answer was lost. */
export interface ServerStateReadingSpec<Input, Endpoint extends EndpointName> {
  endpoint: Endpoint
  toInput(input: Input): EndpointInput<Endpoint>
  findNeed(before: EndpointOutput<Endpoint>, input: Input): ServerChangeNecessity
  determineOutcome(after: EndpointOutput<Endpoint>, input: Input, before: EndpointOutput<Endpoint>): ServerChangeOutcome
  /** Whether a later reading shows the change of an entry of the change log. Absent: no reading proves it. */
  showsLoggedChange?(later: EndpointOutput<Endpoint>, logged: Pick<LoggedServerChange, 'subject' | 'after'>): boolean
  /** Extra fields for `details` of an `unsettled` error. */
  toErrorDetails?(after: EndpointOutput<Endpoint>, before: EndpointOutput<Endpoint>): Record<string, unknown>
  /** The value before the change, for the change log. */
  toValueBefore?(before: EndpointOutput<Endpoint>): string | null
}

/** One change of a server, described once for the runner. */
export interface ServerChangeSpec<
  Name extends ServerChangeName,
  Endpoint extends EndpointName,
  Reading extends EndpointName,
> {
  endpoint: Endpoint
  /**
   * Converts what the user typed, for example to Punycode. Throws `invalid_input`. Absent: the input is used unchanged.
   */
  normalizeInput?(input: ServerChangeInput<Name>): ServerChangeInput<Name>
  toInput(input: ServerChangeInput<Name>): EndpointInput<Endpoint>
  /** Null where the API description gives no reading that shows the change. */
  reading: ServerStateReadingSpec<ServerChangeInput<Name>, Reading> | null
  toResult(answer: EndpointOutput<Endpoint>, input: ServerChangeInput<Name>): ParsedServerChangeResult<Name>
  describeForChangeLog(
    input: ServerChangeInput<Name>,
  ): Pick<LoggedServerChange, 'subject' | 'after'> & Partial<Pick<LoggedServerChange, 'notListed'>>
  /**
   * Returns the described values that the answer or the reading of a made change proves. `answer` null: the answer was
   * lost, and only `later`, the reading, shows the change. `subject`: set if only a part of the subject is proved.
   * Absent: all values are proved.
   */
  keepProvedValues?(
    described: LoggedServerChange,
    answer: EndpointOutput<Endpoint> | null,
    later: EndpointOutput<Reading> | null,
  ): Pick<LoggedServerChange, 'after' | 'unproved'> & Partial<Pick<LoggedServerChange, 'subject'>>
  /** Texts of the input that must not be in an error or in the change log. */
  secretsOf?(input: ServerChangeInput<Name>): string[]
  /** The answer contains a secret that is shown once. */
  answersSecret?: true
}

/** Returns the entry of the change log for a change that was made. `answer` and `later`: as in `keepProvedValues`. */
export function toChangeLogEntryOfMadeChange(
  { keepProvedValues }: Pick<AnyServerChangeSpec, 'keepProvedValues'>,
  described: LoggedServerChange,
  answer: unknown,
  later: unknown,
): LoggedServerChange {
  return { ...described, ...keepProvedValues?.(described, answer as never, later as never) }
}

export type AnyServerChangeSpec<Name extends ServerChangeName = ServerChangeName> = ServerChangeSpec<
  Name,
  EndpointName,
  EndpointName
>

export function defineServerChange<
  Name extends ServerChangeName,
  Endpoint extends EndpointName,
  Reading extends EndpointName = never,
>(spec: ServerChangeSpec<Name, Endpoint, Reading>): AnyServerChangeSpec<Name> {
  return spec as unknown as AnyServerChangeSpec<Name>
}
