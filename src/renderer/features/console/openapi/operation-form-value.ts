import type { OperationFormField } from '#shared/openapi/operation-form-schemas.ts'
import type { OpenapiValueIssue } from '#shared/ipc/openapi.ts'
import { idna } from '#renderer/ui/format/browser-idna.ts'

/** What the user typed into a field. Each kind of control uses some of these. */
export interface OperationFormValue {
  isNull: boolean
  /** Texts, numbers and JSON as typed. An empty text is no value. */
  typed: string
  flag: boolean | null
  /** Index of the chosen option. */
  option: number | null
  items: OperationFormValue[]
  fields: OperationFormValue[]
  /** Index of the chosen alternative of a `oneOf`. */
  variant: number | null
  /** Value of the chosen alternative. */
  inner: OperationFormValue | null
}

export function createInitialOperationFormValue({ control, isRequired }: OperationFormField): OperationFormValue {
  return {
    isNull: false,
    typed: '',
    flag: null,
    // A required value with a single option is no choice.
    option: isRequired && control.kind === 'choice' && control.options.length === 1 ? 0 : null,
    items: [],
    fields: control.kind === 'object' ? control.fields.map(createInitialOperationFormValue) : [],
    variant: null,
    inner: null,
  }
}

export function chooseOperationFormVariant(
  field: OperationFormField,
  value: OperationFormValue,
  variant: number | null,
): void {
  const { control } = field
  if (control.kind !== 'variants') return
  const chosen = variant === null ? undefined : control.variants[variant]
  value.variant = chosen ? variant : null
  value.inner = chosen ? createInitialOperationFormValue(chosen) : null
}

/** What is wrong with one value of a form. Rule `json`: a text that should be JSON cannot be parsed. */
export type OperationFormFieldIssue = Pick<OpenapiValueIssue, 'path' | 'stated'> & {
  rule: OpenapiValueIssue['rule'] | 'json'
}

export interface OperationFormJsonResult {
  /** Undefined: no value. */
  value: unknown
  issues: OperationFormFieldIssue[]
}

/** Replaces a secret text by something that may be shown; the default keeps it. */
export type HideSecret = (name: string, text: string) => string

/** Returns the JSON value of a field. An optional object, list or text without content is no value. */
export function readOperationFormValueAsJson(
  field: OperationFormField,
  value: OperationFormValue,
  hide: HideSecret = (_name, text) => text,
  path: string[] = [],
): OperationFormJsonResult {
  if (value.isNull) return { value: null, issues: [] }
  const { control, isRequired } = field
  switch (control.kind) {
    case 'text': {
      if (value.typed === '') return none
      const text = toAscii(field, value.typed)
      return { value: control.isSecret ? hide(field.name, text) : text, issues: [] }
    }
    case 'number':
      return { value: value.typed.trim() === '' ? undefined : toNumber(value.typed), issues: [] }
    case 'boolean':
      return { value: value.flag ?? undefined, issues: [] }
    case 'choice':
      return { value: optionOf(control.options, value), issues: [] }
    case 'list': {
      const readings = value.items.map((item, index) =>
        readOperationFormValueAsJson(control.item, item, hide, [...path, String(index)]),
      )
      const isAbsent = readings.length === 0 && !isRequired
      return { value: isAbsent ? undefined : readings.map((each) => each.value ?? null), issues: issuesOf(readings) }
    }
    case 'object': {
      const readings = control.fields.map(
        (each, index) =>
          [
            each.name,
            readOperationFormValueAsJson(each, value.fields[index] as OperationFormValue, hide, [...path, each.name]),
          ] as const,
      )
      const given = readings.filter(([, reading]) => reading.value !== undefined)
      const issues = issuesOf(readings.map(([, reading]) => reading))
      const isAbsent = given.length === 0 && issues.length === 0 && !isRequired
      return {
        value: isAbsent ? undefined : Object.fromEntries(given.map(([name, { value: own }]) => [name, own])),
        issues,
      }
    }
    case 'variants': {
      const chosen = value.variant === null ? undefined : control.variants[value.variant]
      if (!chosen || !value.inner) return none
      return readOperationFormValueAsJson(chosen, value.inner, hide, path)
    }
    case 'json':
      return readJson(value.typed, path)
  }
}

const none: OperationFormJsonResult = { value: undefined, issues: [] }
const issuesOf = (readings: readonly OperationFormJsonResult[]) => readings.flatMap(({ issues }) => issues)

function optionOf(options: readonly unknown[], { option }: OperationFormValue): unknown {
  return option === null ? undefined : options[option]
}

/** A text that is no number stays a text, so that the check names it. */
function toNumber(typed: string): unknown {
  const number = Number(typed.normalize('NFKC').trim())
  return Number.isFinite(number) ? number : typed
}

function readJson(typed: string, path: string[]): OperationFormJsonResult {
  if (typed.trim() === '') return none
  try {
    return { value: JSON.parse(typed), issues: [] }
  } catch {
    return { value: undefined, issues: [{ path, rule: 'json', stated: '' }] }
  }
}

const hostFormats = new Set(['hostname', 'idn-hostname', 'email', 'idn-email'])

/** The service takes host names in Punycode only. */
function toAscii({ name, control }: OperationFormField, typed: string): string {
  const isHost =
    (control.kind === 'text' && hostFormats.has(control.format ?? '')) ||
    /(^|_)(domain|host|fqdn|servername)/i.test(name)
  if (!isHost || /^[\x20-\x7e]*$/.test(typed)) return typed
  const at = typed.lastIndexOf('@') + 1
  const host = idna.toAscii(typed.slice(at))
  return host === '' ? typed : typed.slice(0, at) + host
}
